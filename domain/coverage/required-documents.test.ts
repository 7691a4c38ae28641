import { expect, test } from 'vitest'
import { parseRequiredDocument, requiredDocuments } from './required-documents.ts'

test.each([
  ['Letter', { type: null, what: 'Letter of medical necessity' }],
  ['Letter: why now', { type: null, what: 'why now' }],
  ['Insurance Card', { type: 'Insurance Card', what: 'Insurance Card' }],
  ['Report: results: all of them', { type: 'Report', what: 'results: all of them' }],
  ['Photograph: of the card', null],
  ['', null],
])('reads %j as %j', (text, expected) => {
  expect(parseRequiredDocument(text)).toEqual(expected)
})

test('lists a document required for several tests once', () => {
  const documents = [
    ['Letter', 'Report: MRI'],
    ['Report: EEG', 'Letter'],
  ].map((one) => ({ documents: one }))
  expect(requiredDocuments(documents).map(({ what }) => what)).toEqual([
    ...['Letter of medical necessity', 'MRI', 'EEG'],
  ])
})
