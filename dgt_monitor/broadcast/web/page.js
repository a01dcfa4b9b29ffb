"use strict";
// All texts from outside are put in as text, never as markup.
const GLYPHS = { k: "\u265A\uFE0E", q: "\u265B\uFE0E", r: "\u265C\uFE0E", b: "\u265D\uFE0E", n: "\u265E\uFE0E", p: "\u265F\uFE0E" };
const NO_MOVE = "no move yet";
const NAMES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };
const boards = new Map();
const list = document.getElementById("boards");
let source = null;
const LOST = "NOT CONNECTED: what you see is old. It is tried again.";
let lastId = "";
let heardAt = 0;
const SILENT_MS = 40000; // the stream says something every 15 s

function element(parent, name, className) {
  const made = document.createElement(name);
  if (className) made.className = className;
  parent.append(made);
  return made;
}

function say(id, text) {
  const at = document.getElementById(id);
  if (at.textContent !== text) at.textContent = text;
}

function order(name) {
  return name.split(/(\d+)/).filter((part) => part).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function before(one, other) {
  const a = order(one), b = order(other);
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] === b[i]) continue;
    if (typeof a[i] !== typeof b[i]) return typeof a[i] === "number";
    return a[i] < b[i];
  }
  return a.length < b.length;
}

class Card {
  // Of a board that the page came with, or of one that is new.
  constructor(name, item) {
    this.name = name;
    this.item = item || document.getElementById("card").content.firstElementChild.cloneNode(true);
    this.item.card = this;
    this.follows = false;
    this.visible = false;
    [this.label, this.result] = this.item.querySelectorAll("h2 > span");
    const [black, white] = this.item.querySelectorAll("dl > div");
    this.sides = { black: this.side(black), white: this.side(white) };
    this.picture = this.item.querySelector("svg");
    this.scroll = this.item.querySelector(".moves");
    if (item) this.read();
    else {
      this.moves = [];
      this.label.textContent = `Board ${name}`;
      this.scroll.setAttribute("aria-label", `Moves of board ${name}`);
    }
    this.scroll.scrollTop = this.scroll.scrollHeight;
    this.button = element(this.item, "button");
    this.button.type = "button";
    this.button.textContent = `Read out board ${name}`;
    this.button.setAttribute("aria-pressed", "false");
    this.button.addEventListener("click", () => {
      this.follows = !this.follows;
      this.button.setAttribute("aria-pressed", String(this.follows));
    });
  }

  side(row) {
    const [player, time] = row.querySelectorAll("dd");
    return { row, player, time };
  }

  // What the page said of it.
  read() {
    const of = (colour) => this.sides[colour].player.querySelector("bdi").textContent;
    const times = ["white", "black"].map((colour) => this.sides[colour].time.textContent);
    const seconds = (time) => time.split(":").reduce((all, part) => 60 * all + Number(part), 0);
    const text = this.scroll.textContent;
    this.moves = text === NO_MOVE ? [] : text.split(" ").filter((each) => !/^\d+\.+$/.test(each));
    this.data = {
      white: of("white"), black: of("black"), result: this.result.textContent.replaceAll("\u00BD", "1/2") || "*",
      clock: times[0] && times.map(seconds), running: this.item.dataset.run,
    };
    this.takenAt = performance.now();
  }

  take(news) {
    const moves = this.moves.slice(0, news.from).concat(news.moves);
    const changed = moves.length !== this.moves.length || news.from < this.moves.length;
    this.moves = moves;
    const resultBefore = this.data ? this.data.result : "*";
    this.data = news;
    this.takenAt = performance.now();
    this.result.textContent = news.result === "*" ? "" : news.result.replaceAll("1/2", "\u00BD");
    for (const colour of ["white", "black"]) {
      const moving = news.result === "*" && news.turn === colour;
      this.sides[colour].row.className = moving ? "moving" : "";
      this.nameShown(this.sides[colour].player, news[colour] || (colour === "white" ? "White" : "Black"), moving);
    }
    if (changed || !this.scroll.textContent) this.write();
    this.tick();
    this.draw();
    if (this.follows && (changed || resultBefore !== news.result)) {
      const last = this.moves.length ? this.numbered(this.moves.length - 1, true) : "no move";
      say("spoken", `Board ${this.name}: ${last}${news.result === "*" ? "" : `, ${news.result}`}`);
    }
  }

  nameShown(at, name, moving) {
    at.replaceChildren(moving ? "\u25B8 " : "");
    element(at, "bdi").textContent = name;
    if (moving) element(at, "span", "unseen").textContent = ", to move";
  }

  numbered(at, alone) {
    const half = this.data.first + at;
    const white = half % 2 === 1;
    const number = Math.ceil(half / 2);
    return `${white ? `${number}. ` : alone ? `${number}... ` : ""}${this.moves[at] || "?"}`;
  }

  write() {
    this.scroll.textContent = this.moves.map((_, at) => this.numbered(at, at === 0)).join(" ") || NO_MOVE;
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  tick() {
    const { clock, running } = this.data;
    ["white", "black"].forEach((colour, at) => {
      if (!clock) { this.sides[colour].time.textContent = ""; return; }
      const gone = running === colour ? Math.floor((performance.now() - this.takenAt) / 1000) : 0;
      const left = Math.max(0, clock[at] - gone);
      const text = `${Math.floor(left / 3600)}:${String(Math.floor(left / 60) % 60).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
      if (this.sides[colour].time.textContent !== text) this.sides[colour].time.textContent = text;
    });
  }

  squares() {
    const found = [];
    this.data.squares.split("/").forEach((rank, row) => {
      let file = 0;
      for (const letter of rank) {
        if (/\d/.test(letter)) file += Number(letter);
        else found.push([letter, file++, row]);
      }
    });
    return found;
  }

  draw() {
    const men = this.squares();
    const [white, black] = this.picture.querySelectorAll("text");
    for (const [at, own] of [[white, men.filter(isWhite)], [black, men.filter((man) => !isWhite(man))]]) {
      at.setAttribute("x", own.map(([, file]) => `${file} ${file}`).join(" "));
      at.setAttribute("y", own.map(([, , row]) => `${row} ${row}`).join(" "));
      at.textContent = own.map(([letter]) => GLYPHS[letter.toLowerCase()]).join("");
    }
    const last = this.data.last ? [this.data.last.slice(0, 2), this.data.last.slice(2, 4)] : [];
    const around = ([file, rank]) => `M${"abcdefgh".indexOf(file)} ${8 - Number(rank)}h1v1h-1z`;
    this.picture.querySelector("path").setAttribute("d", last.map(around).join(""));
    this.picture.setAttribute("aria-label", this.spoken(men));
  }

  spoken(men) {
    const kinds = (own) => Object.entries(NAMES).map(([letter, name]) => {
      const at = own.filter((man) => man[0].toUpperCase() === letter).map(([, file, row]) => `${"abcdefgh"[file]}${8 - row}`);
      return at.length ? `${name}${at.length > 1 ? "s" : ""} ${at.join(" ")}` : "";
    }).filter((kind) => kind).join(", ");
    const [white, black] = [men.filter(isWhite), men.filter((man) => !isWhite(man))];
    return `Position of board ${this.name}. White: ${kinds(white)}. Black: ${kinds(black)}.`;
  }

  see(visible) {
    this.visible = visible;
    if (visible) this.tick();
  }
}

function isWhite([letter]) {
  return letter === letter.toUpperCase();
}

const watching = new IntersectionObserver((seen) => {
  for (const each of seen) each.target.card.see(each.isIntersecting);
}, { rootMargin: "200px" });

function add(name) {
  const card = new Card(name);
  boards.set(name, card);
  const next = [...list.children].find((item) => before(name, item.card.name));
  list.insertBefore(card.item, next || null);
  watching.observe(card.item);
  return card;
}

function take(news) {
  if (news.title !== undefined) {
    say("title", news.title || "Live boards");
    document.title = news.title || "Live boards";
    return;
  }
  if (news.gone) {
    const card = boards.get(news.board);
    if (card) { watching.unobserve(card.item); card.item.remove(); boards.delete(news.board); }
    return;
  }
  const card = boards.get(news.board) || add(news.board);
  card.take(news);
  choose(card);
}

function choose(card) {
  const wanted = document.getElementById("find").value.trim().toLowerCase();
  const { white, black, result } = card.data;
  const exact = /^[\d.]+$/.test(wanted);
  const found = !wanted || (exact ? card.name === wanted : `${card.name} ${white} ${black}`.toLowerCase().includes(wanted));
  const hidden = !found || (document.getElementById("running").checked && result !== "*");
  if (card.item.hidden !== hidden) card.item.hidden = hidden;
}

function chooseAll() {
  boards.forEach(choose);
  if (boards.size) say("none", "No board is like that.");
  document.getElementById("none").hidden = [...boards.values()].some((card) => !card.item.hidden);
}

async function load() {
  const answer = await fetch("/boards.json", { cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  const all = await answer.json();
  take({ title: all.title });
  const names = new Set(all.boards.map((board) => board.board));
  for (const name of [...boards.keys()]) if (!names.has(name)) take({ board: name, gone: true });
  all.boards.forEach(take);
  lastId = all.id;
}

function follow() {
  if (source) source.close();
  source = new EventSource(`/boards/events?after=${encodeURIComponent(lastId)}`);

  heardAt = Date.now();
  source.onopen = () => { heardAt = Date.now(); say("state", "Connected: what you see is live, or as late as the organiser wants it."); };
  source.addEventListener("alive", () => { heardAt = Date.now(); });
  source.onmessage = (event) => { heardAt = Date.now(); lastId = event.lastEventId; take(JSON.parse(event.data)); };
  source.addEventListener("gap", begin);
  source.onerror = () => {
    say("state", LOST);
    if (source.readyState === EventSource.CLOSED) setTimeout(begin, 5000);
  };
}

async function begin() {
  if (source) source.close();
  try {
    await load();
    follow();
    chooseAll();
  } catch {
    say("state", LOST);
    setTimeout(begin, 5000);
  }
}

// The page came with all boards as they were at this place of the stream.
function start() {
  for (const item of list.children) {
    const card = new Card(item.dataset.board, item);
    boards.set(card.name, card);
    watching.observe(item);
  }
  lastId = list.dataset.after;
  document.getElementById("choice").hidden = false;
  chooseAll();
  follow();
}

document.getElementById("find").addEventListener("input", chooseAll);
document.getElementById("running").addEventListener("change", chooseAll);
setInterval(() => {
  if (source && heardAt && Date.now() - heardAt > SILENT_MS) { say("state", LOST); begin(); }
  for (const card of boards.values()) if (card.visible && card.data && card.data.running) card.tick();
}, 1000);
start();
