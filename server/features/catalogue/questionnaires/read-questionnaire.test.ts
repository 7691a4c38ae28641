import { expect, it, test } from 'vitest'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import { readQuestionnaire } from './read-questionnaire.ts'

const MIN = 'http://hl7.org/fhir/StructureDefinition/minValue'
const MAX = 'http://hl7.org/fhir/StructureDefinition/maxValue'
const UNIT = 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit'
const UNIT_OPTION = 'http://hl7.org/fhir/StructureDefinition/questionnaire-unitOption'
const UCUM = 'http://unitsofmeasure.org'
const today = {
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/cqf-calculatedValue',
      valueExpression: { language: 'text/fhirpath', expression: 'today()' },
    },
  ],
}

type Json = Record<string, unknown>
const question = (linkId: string, type: string, more: Json = {}): Json => ({
  ...{ linkId, type, text: `What is ${linkId}?` },
  ...more,
})

/** A file with these items, and with `more` in its head. */
function read(item: unknown, more: Json = {}) {
  const problems: DataFileProblem[] = []
  const file = {
    ...{ resourceType: 'Questionnaire', id: 'pregnancy', url: 'https://laboratory.test/Q/pregnancy' },
    ...{ version: '1', title: 'Pregnancy', status: 'active', subjectType: ['ServiceRequest'], item },
    ...more,
  }
  const questionnaire = readQuestionnaire('catalogue/pregnancy.json', JSON.stringify(file), problems)
  return { questionnaire, problems: problems.map(({ linkId = '', rule }) => `${linkId}: ${rule}`) }
}

it('reads every element of the subset', () => {
  const { questionnaire, problems } = read(
    [
      question('ongoing', 'boolean', { required: true }),
      question('dating', 'group', {
        enableWhen: [{ question: 'ongoing', operator: '=', answerBoolean: true }],
        item: [
          question('due', 'date', {
            code: [{ system: 'http://loinc.org', code: '11778-8', display: 'Due date' }],
            extension: [
              { url: MIN, valueDate: '2020-01-01' },
              { url: MAX, _valueDate: today },
            ],
          }),
          question('age', 'integer', {
            extension: [
              { url: MIN, valueInteger: 0 },
              { url: MAX, valueInteger: 45 },
              { url: UNIT, valueCoding: { system: UCUM, code: 'wk', display: 'weeks' } },
            ],
          }),
          question('dose', 'quantity', {
            extension: [{ url: UNIT_OPTION, valueCoding: { system: UCUM, code: 'mg', display: 'mg' } }],
          }),
          question('method', 'open-choice', {
            repeats: true,
            maxLength: 80,
            answerOption: [
              { valueCoding: { system: 'http://loinc.org', code: 'LA1', display: 'Ultrasound' } },
              { valueCoding: { code: 'lmp', display: 'Last period' } },
            ],
            enableBehavior: 'any',
            enableWhen: [
              { question: 'age', operator: '>=', answerInteger: 12 },
              { question: 'dose', operator: '=', answerQuantity: { value: 5, code: 'mg', system: UCUM } },
            ],
          }),
          question('size', 'choice', { answerOption: [{ valueString: 'Small' }, { valueString: 'Large' }] }),
        ],
      }),
    ],
    { description: 'Where it is from', publisher: 'A laboratory', subjectType: ['Patient'] },
  )
  expect(problems).toEqual([])
  const basis = { required: false, repeats: false }
  expect(questionnaire).toEqual({
    ...{ id: 'pregnancy', url: 'https://laboratory.test/Q/pregnancy', version: '1', title: 'Pregnancy' },
    about: 'person',
    items: [
      { ...basis, linkId: 'ongoing', text: 'What is ongoing?', type: 'boolean', required: true },
      {
        ...{ ...basis, linkId: 'dating', text: 'What is dating?', type: 'group' },
        enableWhen: [{ question: 'ongoing', operator: '=', answer: 'true' }],
        items: [
          {
            ...{
              ...basis,
              linkId: 'due',
              text: 'What is due?',
              type: 'date',
              min: '2020-01-01',
              max: 'today',
            },
            code: { system: 'http://loinc.org', code: '11778-8', display: 'Due date' },
          },
          {
            ...{ ...basis, linkId: 'age', text: 'What is age?', type: 'integer', min: '0', max: '45' },
            units: [{ code: 'wk', display: 'weeks' }],
          },
          {
            ...{ ...basis, linkId: 'dose', text: 'What is dose?', type: 'quantity' },
            units: [{ code: 'mg', display: 'mg' }],
          },
          {
            ...{ ...basis, linkId: 'method', text: 'What is method?', type: 'open-choice' },
            ...{ repeats: true, maxLength: 80, enableBehavior: 'any' },
            options: [
              { system: 'http://loinc.org', code: 'LA1', display: 'Ultrasound' },
              { system: '', code: 'lmp', display: 'Last period' },
            ],
            enableWhen: [
              { question: 'age', operator: '>=', answer: '12' },
              { question: 'dose', operator: '=', answer: '5', unit: 'mg' },
            ],
          },
          {
            ...{ ...basis, linkId: 'size', text: 'What is size?', type: 'choice' },
            options: [
              { system: '', code: 'Small', display: 'Small' },
              { system: '', code: 'Large', display: 'Large' },
            ],
          },
        ],
      },
    ],
  })
})

const one = question('a', 'string')
const options = { answerOption: [{ valueCoding: { code: 'x', display: 'X' } }] }
const when = (more: Json) => ({ enableWhen: [{ question: 'a', operator: '=', ...more }] })

test.each<[string, unknown, string[], Json?]>([
  ['no items', [], [': item has no items']],
  ['only texts', [question('a', 'display')], [': asks nothing: it has only groups and texts']],
  [
    'an element that is not read',
    [{ ...one, initial: [] }],
    ['a: initial is not an element that the portal knows'],
  ],
  [
    'a type that is not asked',
    [question('a', 'url')],
    [
      'a: type is not one of group, display, boolean, integer, decimal, quantity, date, dateTime, string, text, choice, open-choice, attachment',
    ],
  ],
  [
    'a linkId with a slash',
    [question('LN/1', 'string')],
    ['LN/1: linkId is not made of letters, digits, dots, hyphens and underscores'],
  ],
  ['no text', [{ linkId: 'a', type: 'string' }], ['a: text is missing']],
  [
    'groups within each other, as deep as a file is long',
    [Array.from({ length: 1500 }).reduce<Json>((item) => question('g', 'group', { item: [item] }), one)],
    [': has more than 10 groups within each other'],
  ],
  [
    'more texts than a form shows',
    [one, ...Array.from({ length: 300 }, (_, index) => question(`text-${index}`, 'display'))],
    [': has more than 300 items: divide it into several questionnaires'],
  ],
  [
    'more conditions than anybody follows',
    [
      one,
      { ...question('b', 'string'), enableWhen: Array(21).fill(when({ answerString: 'x' }).enableWhen[0]) },
    ],
    ['b: enableWhen has more than 20'],
  ],
  [
    'answers that a manifest would divide',
    [question('a', 'choice', { repeats: true, answerOption: [{ valueString: 'Left; right' }] })],
    ['a: an answerOption of a question that repeats contains “;”, which separates answers in a manifest'],
  ],
  ['one linkId twice', [one, one], ['a: this linkId is used twice']],
  ['a choice of nothing', [question('a', 'choice')], ['a: a choice needs answerOption']],
  ['options of a text', [{ ...one, ...options }], ['a: answerOption belongs to a choice or open-choice']],
  [
    'an unknown extension',
    [{ ...one, extension: [{ url: 'https://x.test', valueString: 'y' }] }],
    [
      'a: extension[0].url is not an extension that the portal knows: minValue, maxValue, questionnaire-unit or questionnaire-unitOption',
    ],
  ],
  ['a quantity without units', [question('a', 'quantity')], ['a: a quantity needs questionnaire-unitOption']],
  [
    'limits of a text',
    [{ ...one, extension: [{ url: MIN, valueInteger: 1 }] }],
    ['a: minValue and maxValue belong to a number or a date'],
  ],
  [
    'a date as the limit of a number',
    [question('a', 'integer', { extension: [{ url: MAX, _valueDate: today }] })],
    ['a: maxValue does not suit the type integer'],
  ],
  [
    'limits the wrong way round',
    [
      question('a', 'integer', {
        extension: [
          { url: MIN, valueInteger: 5 },
          { url: MAX, valueInteger: 4 },
        ],
      }),
    ],
    ['a: minValue is greater than maxValue'],
  ],
  ['a length of a date', [question('a', 'date', { maxLength: 5 })], ['a: maxLength belongs to text']],
  [
    'a question within a question',
    [question('a', 'string', { item: [question('b', 'string')] })],
    ['a: only a group can contain items'],
  ],
  ['an empty group', [one, question('b', 'group')], ['b: the group is empty']],
  [
    'a required text',
    [one, question('b', 'display', { required: true })],
    ['b: a display cannot be required'],
  ],
  [
    'a condition on a question further down',
    [question('b', 'string', when({ answerString: 'x' })), one],
    ["b: enableWhen: 'a' is not a question further up"],
  ],
  [
    'a condition with the wrong kind of answer',
    [one, question('b', 'string', when({ answerInteger: 1 }))],
    ["b: enableWhen: question 'a' needs answerString"],
  ],
  [
    'a condition on an option that is not there',
    [question('a', 'choice', options), question('b', 'string', when({ answerCoding: { code: 'y' } }))],
    ["b: enableWhen: 'y' is not an answerOption of 'a'"],
  ],
  [
    'a comparison of texts',
    [one, question('b', 'string', { enableWhen: [{ question: 'a', operator: '>', answerString: 'x' }] })],
    ['b: enableWhen: > compares numbers and dates only'],
  ],
  [
    'two subjects',
    [one],
    [': subjectType must name one: ServiceRequest (about the order) or Patient (about each tested person)'],
    { subjectType: ['Patient', 'ServiceRequest'] },
  ],
  ['a draft', [one], [': status is not active'], { status: 'draft' }],
  [
    'several at once',
    [question('a', 'quantity', { initial: 1, text: '' }), question('b', 'url')],
    [
      'a: text is empty',
      'a: initial is not an element that the portal knows',
      'b: type is not one of group, display, boolean, integer, decimal, quantity, date, dateTime, string, text, choice, open-choice, attachment',
    ],
  ],
])('refuses %s', (_what, items, expected, more) => {
  const { questionnaire, problems } = read(items, more)
  expect(questionnaire).toBeNull()
  expect(problems).toEqual(expected)
})

it('refuses a file that is not JSON, by its name', () => {
  const problems: DataFileProblem[] = []
  expect(readQuestionnaire('x/broken.json', '{"item": [', problems)).toBeNull()
  expect(problems).toMatchObject([
    { file: 'broken.json', rule: expect.stringMatching(/^the file is not JSON/) },
  ])
})
