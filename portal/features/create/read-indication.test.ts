import { expect, it } from 'vitest'
import { readIndication } from './read-indication.ts'

it.each([
  ['G40.3 Generalized seizures', 'G40.3', 'Generalized seizures'],
  ['g40.309: seizures', 'G40.309', 'seizures'],
  ['Q87.4', 'Q87.4', ''],
  ['seizures since birth', '', 'seizures since birth'],
  ['F84', 'F84', ''],
  ['B12 deficiency', 'B12', 'deficiency'],
  ['Type 2 diabetes', '', 'Type 2 diabetes'],
])('reads %j', (typed, code, description) => expect(readIndication(typed)).toEqual({ code, description }))
