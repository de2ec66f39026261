
// Tasks and outcomes of reviews refresh part by part. Each part keeps what its
// reader typed, opened or marked.
const marked = (part) => part.querySelector('details.act[open]') ||
  [...part.querySelectorAll('textarea, input')].some((field) => field.type === 'checkbox' ?
    field.checked !== field.defaultChecked : field.type !== 'hidden' && field.value !== field.defaultValue);

// refresh replaces a part. The focus stays on an element with the same name.
function refresh(part, now) {
  const focused = part.contains(document.activeElement) && document.activeElement.id;
  part.replaceChildren(...now.childNodes);
  const again = focused && document.getElementById(focused);
  if (again) again.focus();
}

async function refreshParts() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer || !answer.ok || answer.redirected) { say('This page has news.'); return; }
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-part]')) {
    const now = fresh.getElementById(part.id);
    if (!now || now.innerHTML === part.innerHTML) continue;
    if (marked(part)) say('This page has news.');
    else refresh(part, now);
  }
}
