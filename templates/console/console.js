// Refreshes open pages and adds keys. Every page works without this script.
'use strict';

const live = document.getElementById('live');
const page = document.querySelector('[data-thread]');
const first = (selector) => document.querySelector(selector);

// The answer to a form is never loaded again: the browser would send the form twice.
const posted = document.body.dataset.posted;

// say shows a message with a button that loads the page again.
function say(text) {
  const button = document.createElement('button');
  button.textContent = 'Refresh';
  button.addEventListener('click', () => posted ? location.assign(posted) : location.reload());
  live.replaceChildren(text + ' ', button);
  live.hidden = false;
}

// A mail is longer on a narrow screen. A page can't measure a sandboxed frame.
if (innerWidth <= 520) document.querySelectorAll('iframe.mail').forEach((mail) => { mail.height *= 1.25; });

// A page that sends a form waits for the answer: a reload would lose the answer.
let sending = false;
document.addEventListener('submit', () => { sending = true; });

// A note or a hold takes the moves of a plan along. Otherwise the next page would show the plan
// without the moves.
document.addEventListener('formdata', (e) => {
  const plan = document.getElementById('plan');
  if (!plan || !e.formData.has('from')) return;
  const moves = new FormData(plan);
  for (const name of ['order', 'skip', 'number']) {
    e.formData.delete(name);
    for (const value of moves.getAll(name)) e.formData.append(name, value);
  }
});

// busy tells whether a reload would lose typed text, or the focus on a button.
function busy() {
  return document.activeElement.closest('.acts') || [...document.querySelectorAll('input:not([type=hidden]), textarea')]
    .some((field) => field.value !== field.defaultValue);
}

// The threads with a change since a list was loaded. A list never moves under its reader.
const fresh = new Set();

// changed loads the page again, unless its reader would lose something: the place in a long
// history, an open form, or the answer to a form.
function changed(thread) {
  if (sending || page && thread && page.dataset.thread !== thread) return;
  if (page && first('[data-part]') && !posted) refreshParts();
  else if (page && !posted && !busy() && !first('details.act[open], .story, .done')) location.reload();
  else if (page) say('This page has news.');
  else if (first('[data-news]')) say(`${fresh.add(thread).size} new ${first('[data-news]').dataset.news}`);
}

function present(names) {
  const line = document.getElementById('presence');
  if (!line) return;
  line.textContent = names.length ? names.join(', ') +
    (names.length === 1 ? ' is' : ' are') + ' also looking at this page.' : '';
  line.hidden = names.length === 0;
}

// The stream closes while the page is hidden, because browsers allow few connections. A page
// that returns asks for everything since the last event.
let stream, last = document.body.dataset.live, heard = Date.now();
function listen() {
  if (stream || document.hidden) return;
  const query = new URLSearchParams({ at: location.pathname, last });
  stream = new EventSource('/events?' + query);
  stream.addEventListener('change', (e) => { last = e.lastEventId; changed(JSON.parse(e.data)); });
  stream.addEventListener('presence', (e) => { // at least every 20 seconds
    heard = Date.now();
    last = e.lastEventId || last;
    present(JSON.parse(e.data));
  });
}
function rest() {
  if (stream && document.hidden) { stream.close(); stream = undefined; }
  listen();
}

// A proxy may hold events back. A page without events asks for the number of the last change.
async function poll() {
  const answer = await fetch(posted || location.href);
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').body.dataset.live;
  if (!fresh || fresh === last) return;
  last = fresh;
  changed('');
}

if (document.body.hasAttribute('data-live') && 'EventSource' in window) {
  document.addEventListener('visibilitychange', rest);
  addEventListener('pagehide', () => stream && stream.close());
  listen();
  setInterval(() => { // a browser that gave up asks again
    if (stream && stream.readyState === EventSource.CLOSED) { stream = undefined; listen(); }
    if (!document.hidden && Date.now() - heard > 30000) poll().catch(() => {});
  }, 30000);
}

// move puts the focus on the next or the previous row.
function move(step) {
  const rows = [...document.querySelectorAll('#rows a, .waits a')];
  if (rows.length === 0) return;
  const at = rows.indexOf(document.activeElement);
  rows[Math.min(Math.max(at + step, 0), rows.length - 1)].focus();
}

function open(id) {
  const part = document.getElementById(id);
  if (!part) return;
  part.open = true;
  const field = part.querySelector('textarea') || part.querySelector('input:not([type=hidden])');
  if (field) field.focus();
}

function press(word) {
  const button = first('button[data-key="' + word + '"]');
  if (!button) return;
  button.closest('details').open = true;
  button.focus();
}

// The server checks the facts of a text while its writer types, half a second after the last key.
const facts = document.getElementById('facts');
async function check(text) {
  const answer = await fetch(facts.dataset.check, { method: 'POST', body: new URLSearchParams({ text }) });
  if (!answer.ok || text !== document.getElementById('text').value) return;
  const failed = await answer.json();
  facts.hidden = failed.length === 0;
  facts.querySelector('ul').replaceChildren(...failed.map((why) => {
    const item = document.createElement('li');
    item.textContent = why;
    return item;
  }));
}
if (facts) {
  let pause;
  document.getElementById('text').addEventListener('input', (e) => {
    clearTimeout(pause);
    pause = setTimeout(() => check(e.target.value).catch(() => {}), 500);
  });
}

// A letter after g opens a page.
const places = { i: '/', t: '/tasks', o: '/ops', s: '/stats', m: '/me' };
let going = 0;
function go(key) {
  const soon = Date.now() - going < 1500;
  going = 0;
  if (!soon || !places[key]) return false;
  location.href = places[key];
  return true;
}

const keys = {
  j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1),
  a: () => { const b = document.getElementById('accept'); if (b) b.focus(); },
  r: () => open('reject'), e: () => open('edit'), f: () => open('fields'),
  c: () => press('CLAIM'), t: () => press('TAKE OVER'),
  '/': () => { const s = document.getElementById('search'); if (s) s.focus(); },
  g: () => { going = Date.now(); },
  '?': () => { const k = document.getElementById('keys'); if (k) k.open = !k.open; },
};
document.addEventListener('keydown', (e) => {
  const typing = e.target.matches('input, textarea, select');
  if (typing && e.key === 'Enter' && (e.ctrlKey || e.metaKey) && e.target.form) {
    e.target.form.requestSubmit(e.target.form.querySelector('button[name=word]'));
  }
  if (typing || e.ctrlKey || e.metaKey || e.altKey || go(e.key) || !keys[e.key]) return;
  if (e.key.startsWith('Arrow') && !first('#rows')) return;
  e.preventDefault();
  keys[e.key]();
});
