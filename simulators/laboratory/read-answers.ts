import type { Hl7Segment } from '@medplum/core'
import { repetitionsOf, textOf } from '#adapters/hl7/message.ts'
import type { ReceivedAnswer, ReceivedValue } from './received.ts'

/** Our own code of a question: the questionnaire and the item, such as `pregnancy.due-date`. */
const OWN_CODE = /^[a-z][a-z0-9-]*\.[A-Za-z0-9][A-Za-z0-9._-]*$/

/** The laboratory's own questions among a test's OBX, each with all its values; left out if there are none. */
export function answersIn(below: readonly Hl7Segment[]): { answers?: ReceivedAnswer[] } {
  const answers = new Map<string, ReceivedAnswer>()
  for (const obx of below) {
    const found = obx.name === 'OBX' ? questionOf(obx) : null
    if (!found) continue
    const key = `${found.question} ${found.about}`
    const answer = answers.get(key) ?? { ...found, values: [] }
    answers.set(key, answer)
    const values = valuesOf(obx)
    const last = answer.values.at(-1)
    // A file follows its name.
    if (textOf(obx, 2) === 'ED' && last && values[0]?.file) last.file = values[0].file
    else answer.values.push(...values)
  }
  const versions = versionsIn(below)
  const known = [...answers.values()].map((answer) => {
    const version = versions.get(`${answer.question.split('.', 1)[0]} ${answer.about}`)
    return version === undefined ? answer : { ...answer, version }
  })
  return known.length === 0 ? {} : { answers: known }
}

/** The version of each answered questionnaire, by its id and whom it is about. */
function versionsIn(below: readonly Hl7Segment[]): Map<string, string> {
  const named = below.filter((one) => one.name === 'OBX' && textOf(one, 3) === 'QUESTIONNAIRE')
  return new Map(named.map((obx) => [`${textOf(obx, 5)} ${textOf(obx, 4)}`, textOf(obx, 5, 4)]))
}

/** OBX-3: our code alone, or as the alternative to a standard's. */
function questionOf(obx: Hl7Segment): Omit<ReceivedAnswer, 'values'> | null {
  const isStandard = textOf(obx, 3, 6) === 'L'
  const [question, words] = isStandard
    ? [textOf(obx, 3, 4), textOf(obx, 3, 5)]
    : [textOf(obx, 3), textOf(obx, 3, 2)]
  if (!OWN_CODE.test(question)) return null
  const loinc = isStandard && textOf(obx, 3, 3) === 'LN' ? textOf(obx, 3) : ''
  return { question, loinc, words, about: textOf(obx, 4) }
}

function valuesOf(obx: Hl7Segment): ReceivedValue[] {
  const unit = textOf(obx, 6)
  return repetitionsOf(obx, 5).map((repetition) => {
    const text = (component = 1) => textOf(obx, 5, component, repetition)
    switch (textOf(obx, 2)) {
      case 'CE':
        if (text(3) === 'HL70136') return { value: String(text() === 'Y') }
        return text() === '' ? { value: text(2), isOwnWords: true } : { value: text() }
      case 'DT':
        return { value: text().replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') }
      case 'TS':
        return { value: momentOf(text()) }
      case 'NM':
        return { value: text(), ...(unit === '' ? {} : { unit }) }
      case 'ED': {
        const bytes = Buffer.from(text(5), 'base64').length
        return { value: '', file: { mediaType: `${text(2)}/${text(3)}`, bytes } }
      }
      default:
        return { value: text() }
    }
  })
}

/** `20260311140530-0500` as `2026-03-11T14:05:30-05:00`; the seconds may be missing. */
function momentOf(text: string): string {
  return text.replace(
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?([+-]\d\d)(\d\d)$/,
    (_, year, month, day, hour, minute, second, zone, zoneMinutes) =>
      `${year}-${month}-${day}T${hour}:${minute}${second ? `:${second}` : ''}${zone}:${zoneMinutes}`,
  )
}
