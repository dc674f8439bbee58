/**
 * Runs in the page. As Chrome's translation does, puts fonts in place of every text, now and when others come; as
 * extensions do, adds attributes, and elements beside what is typed into. Complains about each text node that React
 * holds: it would no longer be on the page.
 */
export function translate(isEarly: boolean): void {
  const LEFT = 'font, script, style, textarea, title, svg';

  function replace(text: Text): void {
    if (!/\S/.test(text.data) || text.parentElement?.closest(LEFT)) return;
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber$')))
      console.error(`React holds «${text.data}» in ${text.parentElement?.outerHTML.slice(0, 300)}`);
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }

  function translateIn(node: Node): void {
    if (node instanceof Text) replace(node);
    if (!(node instanceof Element)) return;
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    found.forEach(replace);
    for (const control of node.querySelectorAll('input, textarea')) {
      if (control.hasAttribute('data-gramm')) continue;
      for (const name of ['data-gramm', 'data-lastpass-icon-root', 'data-gr-ext']) control.setAttribute(name, 'true');
      if (control.matches('textarea, [type=email], [type=password], [type=text]')) control.after(makeIcon());
    }
    for (const form of node.querySelectorAll('form')) form.prepend(makeIcon());
  }

  function makeIcon(): Element {
    const icon = document.createElement('div');
    icon.style.position = 'absolute';
    return icon;
  }

  function begin(): void {
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translateIn(target);
        for (const node of addedNodes) if (node.isConnected) translateIn(node);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    translateIn(document.body);
    document.body.append(document.createElement('grammarly-desktop-integration'));
    document.body.setAttribute('cz-shortcut-listen', 'true');
    document.documentElement.lang = 'en';
    document.documentElement.classList.add('translated-ltr');
  }

  /** What hydrates is left alone until it has. */
  function beginHydrated(): void {
    if (document.querySelector('astro-island[ssr]')) requestAnimationFrame(beginHydrated);
    else begin();
  }
  if (isEarly) document.addEventListener('DOMContentLoaded', begin);
  else addEventListener('load', beginHydrated);
}
