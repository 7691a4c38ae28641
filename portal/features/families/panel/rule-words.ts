import type { FamilyRule } from '#domain/family/checks.ts'

/** What should be looked at again. None of them gives a reason for results that do not fit. */
const WORDS: Record<FamilyRule, string> = {
  'key-twice': 'Two rows of the record have the same key.',
  'own-ancestor': 'This person would be their own ancestor.',
  'two-births': 'This person would be born to two couples. Choose adopted, foster or step for one.',
  'unknown-reference': 'The record refers to somebody who is not in the family.',
  'egg-of-a-man': 'The egg would be from a person recorded as male.',
  'sperm-of-a-woman': 'The sperm would be from a person recorded as female.',
  'whose-gametes': 'Whose egg or sperm it was is not recorded: the parents have the same sex.',
  'young-parent': 'A parent would have been younger than 13. Check the dates of birth.',
  'old-parent': 'A parent would have been unusually old. Check the dates of birth.',
  'born-after-death': 'The birth is after the death of a parent. Check the dates.',
  'died-before-birth': 'The death is before the birth.',
  'siblings-too-close':
    'Two siblings were born less than 200 days apart. Check the dates, or make them twins.',
  'identical-twins-of-two-sexes': 'Identical twins differ in sex at birth.',
  'twins-born-apart': 'Twins were born more than two days apart. Check the dates.',
  'identical-twins-of-two-results': 'Identical twins have different results. Check both tests.',
  'lone-twin': 'The other twin is not in the family.',
  'no-proband': 'No proband is marked.',
  'not-connected': 'No line leads from this person to the proband.',
}

export const ruleWords = (rule: FamilyRule): string => WORDS[rule]
