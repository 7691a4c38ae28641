import { expect, test } from 'vitest'
import { shipped } from '#server/testing/brand.ts'
import { faultsOfMark } from './mark.ts'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"${attributes}>${inside}</svg>`

test.each([
  ['the shipped one', shipped.mark],
  [
    'with a prolog, a comment and an end of line',
    `<?xml version="1.0"?>\n<!-- ours -->\n${svg('<path d="M1 1"/>')}\n`,
  ],
  ['with a gradient', svg('<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/><use href="#a"/>')],
  ['with a picture in it', svg('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
  ['with a text in entities', svg('<text font-family="A &amp; &#66;">&#169; &lt; 1</text>')],
  ['with a style', svg('<style>.a { fill: url(#b) }</style><title>A &amp; B</title>')],
])('a mark %s is shown', (_, mark) => {
  expect(faultsOfMark(mark)).toEqual([])
})

test.each([
  ['a script', svg('<script>alert(1)</script>'), 'has a <script>'],
  ['a script in capitals', svg('<SCRIPT>alert(1)</SCRIPT>'), 'has a <SCRIPT>'],
  ['HTML', svg('<foreignObject><p>x</p></foreignObject>'), 'has a <foreignObject>'],
  ['an event', svg('<rect onclick="alert(1)"/>'), 'has onclick'],
  ['an event of the whole', svg('', ' onload="alert(1)"'), 'has onload'],
  ['a link', svg('<use href="https://evil.example/a.svg#b"/>'), 'has a link to somewhere else'],
  ['an old link', svg('<image xlink:href="//evil.example/a.png"/>'), 'has a link to somewhere else'],
  ['an SVG in it', svg('<image href="data:image/svg+xml;base64,PHN2Zz4="/>'), 'has a link to somewhere else'],
  ['a style from elsewhere', svg('<style>@import "https://evil.example"</style>'), 'a style that fetches'],
  [
    'an escaped style',
    svg('<style>a { fill: \\75rl(https://evil.example) }</style>'),
    'a style that fetches',
  ],
  ['a fill from elsewhere', svg('<rect fill="url( https://evil.example/a )"/>'), 'has fill that fetches'],
  [
    'a style in entities',
    svg('<style>a { fill: &#117;rl(https://evil.example) }</style>'),
    'a style that fetches',
  ],
  ['a style in two', svg('<style>@im<!-- -->port "https://evil.example"</style>'), 'a style that fetches'],
  ['a style in two elements', svg('<style>@<title>im</title>port "x"</style>'), 'a style that fetches'],
  [
    'a set of pictures',
    svg('<style>a { mask: image-set("https://evil.example/a" 1x) }</style>'),
    'a style that fetches',
  ],
  [
    'a set of pictures in a style of its own',
    svg('<g style="mask: image-set(\'//evil\' 1x)"/>'),
    'has style that',
  ],
  ['a fill in entities', svg('<rect fill="u&#x72;l(https://evil.example/a)"/>'), 'has fill that fetches'],
  [
    'an old link by another name',
    svg('<use x:href="https://evil.example/a.svg#b"/>', ' xmlns:x="http://www.w3.org/1999/xlink"'),
    'has a link to somewhere else',
  ],
  ['a base elsewhere', svg('<use href="#a" xml:base="https://evil.example/a.svg"/>'), 'has xml:base'],
  ['an unknown entity', svg('<rect fill="&evil;"/>'), 'has an & that must be written'],
  ['an animation', svg('<set attributeName="href" to="x"/>'), 'has a <set>'],
  ['an entity', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'is not well-formed near line 1'],
  ['a style sheet', `<?xml-stylesheet href="https://evil.example"?>${svg('')}`, 'is not well-formed'],
  ['an open quote', svg('<rect fill="red/>'), 'is not well-formed'],
  ['no end', svg('<g>'), 'where another element ends'],
  [
    'no end at all',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">',
    'has a <svg> without an end',
  ],
  ['text around it', `${svg('')}alert(1)`, 'has text outside of <svg>'],
  ['two of them', svg('') + svg(''), 'must be one <svg> element'],
  ['another root', '<g xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', 'must be one <svg> element'],
  ['no viewBox', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'needs a viewBox'],
  ['no namespace', '<svg viewBox="0 0 1 1"/>', 'needs xmlns'],
  ['a picture of another kind', '\u0089PNG\r\n', 'must be one <svg> element'],
])('a mark with %s is refused', (_, mark, rule) => {
  expect(faultsOfMark(mark).join('\n')).toContain(rule)
})

test('a long unfinished tag is refused at once', () => {
  expect(faultsOfMark(`<svg ${'a="b" '.repeat(50_000)}`).join()).toContain('is not well-formed')
})
