import { atLaboratory, readIsoDate } from '../dates/dates.ts'
import { ABOUT_ORDER, type Answer, type AnswerValue, answerPath, isGiven } from '../orders/answers.ts'
import { allItems, type Item, isQuestion, type Questionnaire } from '../questions/questionnaire.ts'
import { choice, date, type ReadCell, type Reading, text, withoutQuote, yesNo } from './cells.ts'

// The laboratory's own questions of a test, as columns of its manifest. A file of rows cannot hold files: the column of
// a question that is answered by one refuses every content.

type TestQuestionnaires = readonly Questionnaire[] | undefined

/** Answers in a row, by whom they are about, questionnaire and question. */
export type RowAnswers = Record<string, Record<string, Record<string, AnswerValue[]>>>

const questionsIn = ({ items }: Questionnaire) => allItems(items).filter(isQuestion)

/** The columns of the questions about the order, or about a person. `title` names the person in a heading. */
export function questionColumns(
  questionnaires: TestQuestionnaires = [],
  person: string | null,
  title: (heading: string) => string = (heading) => heading,
) {
  return questionnaires
    .filter(({ about }) => (about === 'order') === (person === null))
    .flatMap((questionnaire) =>
      questionsIn(questionnaire).map((item) => ({
        heading: title(item.type === 'attachment' ? `${item.text} (file: leave empty)` : item.text),
        path: answerPath(person ?? ABOUT_ORDER, questionnaire.id, item.linkId),
        read: cellReader(item),
        example: '',
        values: item.type === 'boolean' ? ['Yes', 'No'] : (item.options ?? []).map(({ display }) => display),
        several: item.repeats,
        isOpen: item.type === 'open-choice',
        isLeftEmpty: item.type === 'attachment',
      })),
    )
}

/**
 * Columns with one heading, whatever its case, are told apart by their question; also from the headings that a file has
 * besides (`reserved`).
 */
export function withDistinctHeadings<C extends { heading: string; path: string }>(
  columns: readonly C[],
  reserved: readonly string[],
): C[] {
  const isQuestionColumn = ({ path }: C) => path.startsWith('/answers/')
  const fixed = columns.filter((column) => !isQuestionColumn(column)).map(({ heading }) => heading)
  const seen = new Set([...reserved, ...fixed].map((heading) => heading.toLowerCase()))
  return columns.map((column) => {
    if (!isQuestionColumn(column)) return column
    const [questionnaire = '', linkId = ''] = column.path.split('/').slice(-2)
    const inWords = [column.heading, `${column.heading} (${linkId})`]
    const heading =
      inWords.find((one) => !seen.has(one.toLowerCase())) ?? `${column.heading} (${questionnaire}.${linkId})`
    seen.add(heading.toLowerCase())
    return { ...column, heading }
  })
}

/** Places for the answers of a row with these people. */
export function blankAnswers(questionnaires: TestQuestionnaires = [], people: readonly string[]): RowAnswers {
  const blank = () =>
    Object.fromEntries(
      questionnaires.map((questionnaire) => [
        questionnaire.id,
        Object.fromEntries(questionsIn(questionnaire).map(({ linkId }) => [linkId, [] as AnswerValue[]])),
      ]),
    )
  return Object.fromEntries([ABOUT_ORDER, ...people].map((about) => [about, blank()]))
}

/** The row's answers as the document has them: about the order, and about the people who are in it. */
export function answersOfRow(
  questionnaires: TestQuestionnaires = [],
  answers: RowAnswers,
  people: readonly string[],
): { answers?: Answer[] } {
  const given = questionnaires.flatMap((questionnaire) => {
    const { id, version, about } = questionnaire
    return (about === 'order' ? [ABOUT_ORDER] : people).flatMap((person) =>
      questionsIn(questionnaire).flatMap(({ linkId }): Answer[] => {
        const values = (answers[person]?.[id]?.[linkId] ?? []).filter(isGiven)
        const of = about === 'order' ? {} : { patient: person }
        return values.length === 0 ? [] : [{ questionnaire: id, version, linkId, ...of, values }]
      }),
    )
  })
  return given.length === 0 ? {} : { answers: given }
}

/** Several values of one cell are separated by semicolons; only lines of free text are not divided. */
function cellReader(item: Item): ReadCell {
  if (item.type === 'attachment')
    return () => ({
      refused:
        'is answered by a file, which a manifest cannot hold. Leave the cell empty, or use the order form',
    })
  const one = valueReader(item)
  return (cell) => {
    const content = withoutQuote(cell)
    const parts = item.repeats ? content.split(';') : [content]
    const read = parts.filter((part) => part.trim() !== '').map(one)
    const refused = read.find((reading) => 'refused' in reading)
    return refused ?? { value: read.flatMap((reading) => ('value' in reading ? [reading.value] : [])) }
  }
}

/** A cell's one value; what is not valid is kept as typed, for the rules to refuse. */
function valueReader(item: Item): (cell: string) => Reading {
  switch (item.type) {
    case 'boolean':
      return (cell) => {
        const read = yesNo(cell)
        return 'value' in read ? { value: { value: String(read.value) } } : read
      }
    case 'date':
      return (cell) => asValue(date(cell))
    case 'dateTime':
      return (cell) => ({ value: { value: readMoment(cell.trim()) } })
    case 'integer':
    case 'decimal':
    case 'quantity':
      return (cell) => ({ value: readNumber(item, cell.trim()) })
    case 'choice':
    case 'open-choice':
      return choiceReader(item)
    default:
      return (cell) => asValue(text(cell))
  }
}

const asValue = (read: Reading): Reading =>
  'value' in read ? { value: { value: String(read.value) } satisfies AnswerValue } : read

function choiceReader(item: Item): (cell: string) => Reading {
  const { options = [] } = item
  const read = choice(
    options.map(({ code }) => code),
    Object.fromEntries(options.map(({ code, display }) => [display, code])),
    options.map(({ display }) => display),
  )
  return (cell) => {
    const found = asValue(read(cell))
    const isOther = 'refused' in found && item.type === 'open-choice'
    return isOther ? { value: { value: cell.trim(), isOwnWords: true } satisfies AnswerValue } : found
  }
}

/** `12`, `12 weeks`, `2.5 mg`: the unit by its name or UCUM code; a question's only unit need not be written. */
function readNumber({ type, units = [] }: Item, typed: string): AnswerValue {
  const [, number = typed, name = ''] = /^([-+]?[\d.]+)\s*([^\s\d.].*)?$/.exec(typed) ?? []
  const unit =
    units.find(({ code, display }) => [code, display].includes(name)) ??
    units.find(({ display }) => display.toLowerCase() === name.toLowerCase()) ??
    (name === '' && units.length === 1 ? units[0] : undefined)
  if (name !== '' && !unit) return { value: typed }
  return type === 'quantity' && unit ? { value: number, unit: unit.code } : { value: number }
}

/** Longer than any date and time; trying them on longer text takes long. */
const LONGEST_MOMENT = 60

/** A date in any unambiguous format and a time, with an offset from UTC or on the laboratory's clock. */
function readMoment(typed: string): string {
  if (typed.length > LONGEST_MOMENT) return typed
  const [, day = '', clock = '', zone = ''] =
    /^(.+?)[T ,]+(\d\d?:\d\d(?::\d\d)?)\s*(Z|[+-]\d\d:\d\d)?$/.exec(typed) ?? []
  const read = date(day)
  const isoDay = 'value' in read ? String(read.value) : ''
  if (readIsoDate(isoDay) === null) return typed
  const local = `${isoDay}T${clock.length === 4 || clock.length === 7 ? `0${clock}` : clock}`
  return zone === '' ? atLaboratory(local) : `${local}${zone}`
}
