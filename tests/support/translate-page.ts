/**
 * Changes a document as a browser's translation does: replaces each text node, including later
 * ones, with `<font><font>text</font></font>`. The words stay as they are, so that the page can be
 * compared with one that is not translated. Refers to nothing outside itself, because it also runs
 * as a script in a page.
 */
export const translatePage = (document: Document): void => {
  const { MutationObserver, NodeFilter } = document.defaultView!
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of root.nodeType === 3 ? [root as Text] : texts) {
      const parent = text.parentElement
      if (
        !parent ||
        !text.data.trim() ||
        parent.closest('font, script, style, noscript, svg, textarea, [translate=no]')
      )
        continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') translate(target)
      else for (const node of addedNodes) if (node.isConnected) translate(node)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  translate(document.body)
}
