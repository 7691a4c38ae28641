import { createElement, Fragment, type ReactNode } from 'react'

/** What the server lets through (its own cleaning decides; this only shows). */
const TAGS = new Set([
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
])

/** In these a browser shows no text of their own. */
const HOLDERS = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tfoot', 'tr'])

/** Cleaned HTML as elements: nothing of it is ever put into the page as HTML. */
export function HtmlText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return <>{childrenOf(body)}</>
}

function childrenOf(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, index) => {
    if (child.nodeType === Node.TEXT_NODE)
      return HOLDERS.has(node.nodeName.toLowerCase()) ? null : child.textContent
    const tag = child.nodeName.toLowerCase()
    if (tag === 'br') return <br key={index} />
    const inside = childrenOf(child)
    return TAGS.has(tag) ? (
      createElement(tag, { key: index }, ...inside)
    ) : (
      <Fragment key={index}>{inside}</Fragment>
    )
  })
}
