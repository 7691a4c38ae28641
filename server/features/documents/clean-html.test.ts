import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { cleanHtml, linesOf } from './clean-html.ts'

const ALLOWED = new Set([
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', '#text'],
])

/**
 * What a browser would find in it and must not: disallowed elements, attributes, comments, other namespaces.
 */
function foreign(html: string): string[] {
  const walk = (node: DefaultTreeAdapterTypes.Node): string[] => [
    ...(node.nodeName === '#document-fragment' || ALLOWED.has(node.nodeName) ? [] : [node.nodeName]),
    ...('attrs' in node ? node.attrs.map(({ name }) => `${node.nodeName} ${name}`) : []),
    ...('namespaceURI' in node && !node.namespaceURI.endsWith('/xhtml') ? [node.namespaceURI] : []),
    ...('childNodes' in node ? node.childNodes.flatMap(walk) : []),
  ]
  return walk(parseFragment(html))
}

test.each([
  ['<p>Call <b>first</b>, then <i>fax</i>.</p>', '<p>Call <b>first</b>, then <i>fax</i>.</p>'],
  ['<p onclick="x()" style="color:red" class="a">Call</p>', '<p>Call</p>'],
  ['<a href="javascript:x()">here</a><img src=x onerror=x()>', 'here'],
  ['<script>x()</script><style>p{}</style>ok', 'ok'],
  ['<svg><script>x()</script></svg><math><mi>y</mi></math>', 'y'],
  ['a &lt;script&gt; &amp; b', 'a &lt;script&gt; &amp; b'],
  ['<h1>Big</h1><h3>Title</h3>', 'Big<h3>Title</h3>'],
  ['<table border=1><tr><td colspan=2>1</td></tr></table>', '<table><tr><td>1</td></tr></table>'],
  ['<!-- x --><ul><li>one', '<ul><li>one</li></ul>'],
])('%j is cleaned to %j', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean)
})

const tag = fc.constantFrom(
  ...[
    'p',
    'b',
    'li',
    'table',
    'td',
    'script',
    'style',
    'svg',
    'math',
    'iframe',
    'img',
    'a',
    'template',
    'noscript',
  ],
  ...[
    'textarea',
    'title',
    'xmp',
    'foreignObject',
    'annotation-xml',
    'mglyph',
    'form',
    'select',
    'option',
    'plaintext',
  ],
)
const piece = fc.oneof(
  tag.map((name) => `<${name}>`),
  tag.map((name) => `</${name}>`),
  fc
    .tuple(tag, fc.string({ maxLength: 8 }))
    .map(([name, value]) => `<${name} onload="${value}" href='javascript:x' x=${value}>`),
  fc.constantFrom(
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '<?php',
    '?>',
    '&lt;',
    '&#60;',
    '&#x3c',
    '&quot',
    '\0',
    '<',
    '>',
    '"',
    '</',
    '<!',
  ),
  fc.string({ maxLength: 12 }),
)

test('for any HTML, a browser finds only allowed tags without attributes in the result', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      expect(foreign(cleanHtml(pieces.join('')))).toEqual([])
    }),
    { numRuns: 3000 },
  )
})

test('is printed line by line, as text', () => {
  const html =
    '<h3>Before</h3><p>Hold &lt;b&gt; &amp; wait<br />until <em>both</em> are there</p>\n<ul><li>call</li><li>fax</li></ul><table><tr><th>Gene</th><td>SCN1A</td></tr></table>'
  expect(linesOf(cleanHtml(html))).toEqual([
    ...['Before', 'Hold <b> & wait', 'until both are there', '• call', '• fax', 'Gene   SCN1A'],
  ])
  expect(linesOf(cleanHtml('<p> </p><ul><li></li></ul><script>x</script>&nbsp;'))).toEqual([])
})
