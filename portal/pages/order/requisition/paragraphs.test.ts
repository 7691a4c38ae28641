import { expect, test } from 'vitest'
import { htmlOf } from './paragraphs.ts'

test.each([
  ['Call first', '<p>Call first</p>'],
  ['Call first\nthen fax\n\nHold the rest', '<p>Call first<br>then fax</p><p>Hold the rest</p>'],
  ['Please:\n- call\n* fax', '<p>Please:</p><ul><li>call</li><li>fax</li></ul>'],
  ['1. call\n2) fax\n\n- one', '<ol><li>call</li><li>fax</li></ol><ul><li>one</li></ul>'],
  ['  \n\n ', ''],
])('%j is %j', (text, html) => {
  expect(htmlOf(text)).toBe(html)
})

test('what was typed is never read as HTML', () => {
  expect(htmlOf('a <b> & "c" </p>')).toBe('<p>a &lt;b&gt; &amp; "c" &lt;/p&gt;</p>')
})
