// The loop over frames in JavaScript, with the step of a flat body. A frame is { step, code, pc, v, event }.

class Machine extends State {
  start(verb, values) {
    this.emit(verb, values);
    return this.go(null);
  }
  go(answer) {
    this.value = answer;
    this.request = null;
    const frames = this.frames;
    while (frames.length && this.request === null) {
      const frame = frames[frames.length - 1];
      frame.step(this, frame);
    }
    return this.request;
  }
  clone() {
    return this.frames.map((f) => ({ step: f.step, code: f.code, pc: f.pc, v: f.v.slice(), event: f.event }));
  }
  finish() {
    this.frames.pop();
  }
  frame(step, code, v, event) {
    this.frames.push({ step, code, pc: 0, v, event });
    return true;
  }
  push(code, first, second) {
    const v = new Array(code.width).fill(null);
    v[1] = first;
    v[2] = second;
    return this.frame(code.step, code.rows, v, null);
  }
  emit(verb, values) {
    const code = this.code[verb], event = this.started(verb, values);
    this.value = event;
    if (!code.holds(this, event)) return false;
    this.stack.push(event);
    event.done = true;
    return this.frame(happen, code, [], event);
  }
  fire(abilities, event) {
    const found = this.found(abilities, event);
    return found.length > 0 && this.frame(fire, null, found, event);
  }
  check() {
    if (!this.due()) return false;
    this.frame(check, null, [], null);
    return this.push(this.code.fallen, null, null);
  }
  step(name, event) {
    const abilities = this.code.before[name];
    return abilities !== undefined && this.fire(abilities, event);
  }
  close() {
    return this.dirty.size > 0 && this.check();
  }
  choose(options) {
    this.value = options.length ? options[0] : null;
    if (options.length < 2) return false;
    if (!this.asks()) {
      this.value = this.rule(options);
      return false;
    }
    this.request = options;
    return true;
  }
  roll(n) {
    return this.choose(core.between(0, 2 * n));
  }
  end_frame(verb) {
    const event = this.ending(verb), frames = this.frames;
    if (!event) return false;
    while (frames.at(-1).step !== happen || frames.at(-1).event !== event) {
      const gone = frames.pop();
      if (gone.step === happen) this.close_event(gone.event);
    }
    if (frames.at(-1).pc > 1) frames.at(-1).pc = 3;
    return true;
  }
}

function happen(rt, f) {
  const { event, code } = f;
  switch (f.pc) {
    case 0: f.pc = 1; rt.push(code, event, null); return;
    case 1: f.pc = 2; if (rt.dirty.size && rt.check()) return;
    case 2: f.pc = 3; if (code.after.length && rt.fire(code.after, event)) return;
    case 3: f.pc = 4; rt.close_event(event); if (rt.dirty.size && rt.check()) return;
  }
  rt.frames.pop();
  rt.value = event;
}

function fire(rt, f) {
  while (f.pc < f.v.length) {
    const [ability, me] = f.v[f.pc++];
    if (ability.holds(rt, me, f.event)) { rt.push(ability, me, f.event); return; }
  }
  rt.frames.pop();
}

function check(rt) {
  if (rt.due()) rt.push(rt.code.fallen, null, null);
  else rt.frames.pop();
}

function rows(rt, f) {
  const { code, v } = f;
  for (let pc = f.pc;;) {
    const row = code[pc++];
    switch (row[0]) {
      case 0: v[row[2]] = row[3](rt, v); break;
      case 1: row[2](rt, v)[row[3]] = row[4](rt, v); break;
      case 2: row[2](rt, v); break;
      case 3: if (!row[2](rt, v)) pc = row[3]; break;
      case 4: pc = row[2]; break;
      case 5: core.each(v, row[2], row[3](rt, v)); break;
      case 6: if (!core.next(v, row[2], row[3])) pc = row[4]; break;
      case 7: f.pc = pc; if (rt.emit(row[2], row[3](rt, v))) return; break;
      case 8: if (!rt.value.done) pc = row[2]; break;
      case 9: f.pc = pc; if (rt.choose(row[2](rt, v))) return; break;
      case 10: v[row[2]] = rt.value; if (rt.value === null) pc = row[3]; break;
      case 11: f.pc = pc; if (rt.roll(row[2](rt, v))) return; break;
      case 12: v[row[2]] = rt.value; break;
      case 13: f.pc = pc; if (rt.step(row[2], v[1])) return; break;
      case 14: f.pc = pc; if (rt.close(row[2], v[1])) return; break;
      case 15: f.pc = pc; if (rt.end_frame(row[2])) return; break;
      case 16: rt.frames.pop(); return;
    }
  }
}
