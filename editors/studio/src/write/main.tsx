// The page of the studio.
import { render } from "preact";
import "../shared/page.css";
import "./write.css";
import { Page } from "./page";

const place = document.getElementById("studio");
if (place) render(<Page />, place);
