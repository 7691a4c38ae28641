import { expect, test } from 'vitest'
import { probablyMeant, typingErrors } from './typing-errors.ts'

test.each([
  ['epilepsy', 'epilepsy', 0],
  ['epilespy', 'epilepsy', 1],
  ['epilepsie', 'epilepsy', 2],
  ['brac1', 'brca1', 1],
  ['marfn', 'marfan', 1],
  ['marffan', 'marfan', 1],
  ['', 'ab', 2],
  ['heart', 'kidney', 3],
])('from %j to %j counts %i errors, with a limit of 2', (typed, meant, errors) => {
  expect(typingErrors(typed, meant, 2)).toBe(errors)
})

const KNOWN = new Map([
  ['epilepsy', 8],
  ['brca1', 9],
  ['brca2', 9],
  ['ataxia', 3],
  ['long', 2],
  ['lung', 5],
  ['cardiomyopathy', 7],
])

test.each([
  ['epilespy', 'epilepsy'],
  ['brac1', 'brca1'],
  ['cardiomiopaty', 'cardiomyopathy'],
  ['attaxia', 'ataxia'],
  // Too short to decide.
  ['lng', null],
  // One error from two words: the more frequent one.
  ['leng', 'lung'],
  ['lumg', 'lung'],
  ['xyzzy', null],
])('corrects %j to %j', (typed, meant) => {
  expect(probablyMeant(typed, KNOWN)).toBe(meant)
})
