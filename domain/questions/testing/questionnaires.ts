import { type Item, LOINC, type Questionnaire } from '../questionnaire.ts'

// Invented questionnaires for tests.

export const item = (linkId: string, type: Item['type'], text: string, more: Partial<Item> = {}): Item => ({
  ...{ linkId, type, text, required: false, repeats: false },
  ...more,
})

const option = (code: string, display: string) => ({ system: '', code, display })

/** About the order: with conditions on each other, a group and limits. */
export const PREGNANCY: Questionnaire = {
  ...{ id: 'pregnancy', url: 'https://laboratory.test/Questionnaire/pregnancy', version: '1' },
  ...{ title: 'Pregnancy', about: 'order' },
  items: [
    item('ongoing', 'boolean', 'Is the pregnancy ongoing?', { required: true }),
    item('dating', 'group', 'Dating', {
      enableWhen: [{ question: 'ongoing', operator: '=', answer: 'true' }],
      items: [
        item('due-date', 'date', 'Due date:', {
          required: true,
          code: { system: LOINC, code: '11778-8', display: 'Delivery date Estimated' },
        }),
        item('fetuses', 'integer', 'Number of fetuses', { min: '1', max: '6' }),
        item('chorionicity', 'choice', 'Chorionicity', {
          required: true,
          enableWhen: [{ question: 'fetuses', operator: '>', answer: '1' }],
          options: [
            option('mono', 'Monochorionic'),
            option('di', 'Dichorionic'),
            option('unknown', 'Unknown'),
          ],
        }),
      ],
    }),
    item('ended', 'date', 'When did it end?', {
      max: 'today',
      enableWhen: [{ question: 'ongoing', operator: '=', answer: 'false' }],
    }),
  ],
}

/** About each tested person. */
export const TRANSPLANT: Questionnaire = {
  ...{ id: 'transplant', url: 'https://laboratory.test/Questionnaire/transplant', version: '1' },
  ...{ title: 'Transplant', about: 'person' },
  items: [
    item('had', 'choice', 'Has this person had a transplant?', {
      options: [option('no', 'No'), option('marrow', 'Bone marrow'), option('organ', 'Organ')],
    }),
    item('when', 'date', 'When?', {
      max: 'today',
      enableBehavior: 'any',
      enableWhen: [
        { question: 'had', operator: '=', answer: 'marrow' },
        { question: 'had', operator: '=', answer: 'organ' },
      ],
    }),
  ],
}

/** Without a required question: asked by the test world's exome. */
export const HISTORY: Questionnaire = {
  ...{ id: 'history', url: 'https://laboratory.test/Questionnaire/history', version: '1' },
  ...{ title: 'History', about: 'person' },
  items: [
    item('onset', 'date', 'When did the first sign show?', { max: 'today' }),
    item('episodes', 'integer', 'How many episodes?', { min: '0', max: '500' }),
    item('course', 'choice', 'How does it develop?', {
      options: [option('stable', 'Stable'), option('worse', 'Getting worse'), option('better', 'Improving')],
    }),
    item('since', 'string', 'Since when is it getting worse?', {
      maxLength: 20,
      enableWhen: [{ question: 'course', operator: '=', answer: 'worse' }],
    }),
  ],
}

/** One question of each type, of every shape that an answer can have. */
export const EVERY_TYPE: Questionnaire = {
  ...{ id: 'every-type', url: 'https://laboratory.test/Questionnaire/every-type', version: '2' },
  ...{ title: 'Every type', about: 'order' },
  items: [
    item('note', 'display', 'Please answer what you know.'),
    item('yes', 'boolean', 'Yes or no?'),
    item('count', 'integer', 'How many?', { min: '0', max: '99', units: [{ code: 'wk', display: 'weeks' }] }),
    item('share', 'decimal', 'Which share?', {
      code: { system: LOINC, code: '81258-6', display: 'Allelic frequency' },
      units: [{ code: '%', display: '%' }],
    }),
    item('dose', 'quantity', 'Which dose?', {
      units: [
        { code: 'mg', display: 'mg' },
        { code: 'ug', display: 'µg' },
      ],
    }),
    item('day', 'date', 'Which day?', { min: '2000-01-01', max: 'today' }),
    item('moment', 'dateTime', 'Exactly when?', { max: 'today' }),
    item('line', 'string', 'In a line?', { maxLength: 40, repeats: true }),
    item('words', 'text', 'In your words?'),
    item('pick', 'choice', 'Which one?', {
      options: [
        { system: LOINC, code: 'LA6683-2', display: 'Germline' },
        { system: LOINC, code: 'LA6684-0', display: 'Somatic' },
      ],
    }),
    item('picks', 'open-choice', 'Which of them?', {
      repeats: true,
      options: [option('a', 'Alpha'), option('b', 'Beta & gamma')],
    }),
    item('file', 'attachment', 'Which report?', { repeats: true }),
  ],
}
