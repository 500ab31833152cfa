// The page of the studio.
import { render } from "preact";
import "../shared/page.css";

function Page() {
  return <h1>Cardwright studio: hello</h1>;
}

const place = document.getElementById("studio");
if (place) render(<Page />, place);
