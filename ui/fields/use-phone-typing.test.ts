import { expect, test } from 'vitest'
import * as phones from '../phone.ts'
import { dialledAtHome } from '../phone-at-home.ts'
import { readAgain, type Typing } from './use-phone-typing.ts'

/** What stands in the field, and its country, once the numbering plans arrive after `typed`. */
function arrivingAfter(typed: string) {
  const before: Typing = { country: 'US', typed, value: dialledAtHome(typed), phones: undefined }
  const after = readAgain(before, phones)
  return [after.country, after.typed]
}

test.each([
  ['+', ['US', '+']],
  ['+4', ['US', '+4']],
  ['+49', ['DE', '+49']],
  ['1', ['US', '1']],
  ['1614', ['US', '1 (614)']],
  ['614', ['US', '(614)']],
  ['6145550123', ['US', '(614) 555-0123']],
  ['(614) 555-0123', ['US', '(614) 555-0123']],
  ['+4930901820', ['DE', '030 901820']],
])(
  'formats %s and loses nothing of it when the numbering plans arrive while it is typed',
  (typed, expected) => {
    expect(arrivingAfter(typed)).toEqual(expected)
  },
)
