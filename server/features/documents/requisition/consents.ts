import {
  confirmedInWords,
  givenInWords,
  retentionInWords,
  TEXT_NOT_KNOWN,
  versionInWords,
  withdrawnInWords,
} from '#domain/consent/in-words.ts'
import type { ConsentItem, ConsentOfPerson } from '#domain/consent/ledger.ts'
import { isolated } from '#domain/text/isolated.ts'
import type { Field } from './words.ts'

/**
 * Each person's answers, how the consent was given and who confirmed it, followed once by the wording of the
 * statements.
 */
export function consentFields(ledger: readonly ConsentOfPerson[]): { title: string; fields: Field[] }[] {
  const people = ledger.map(withNamesApart).flatMap((one) => {
    const answered = one.items.filter(({ answer }) => answer !== null)
    if (answered.length === 0) return []
    const details = [givenInWords(one), confirmedInWords(one), retentionInWords(one)]
    const fields = [...answered.map(answerField), ...details.filter(Boolean).map((text): Field => ['', text])]
    return [{ title: one.name, fields }]
  })
  if (people.length === 0) return []
  const items = ledger.flatMap((one) => one.items)
  if (items.every(({ text }) => text === null))
    return [...people, { title: '', fields: [['', TEXT_NOT_KNOWN]] }]
  const words = new Map(items.filter(({ answer }) => answer !== null).map((item) => [wordsOf(item), item]))
  return [
    ...people,
    { title: 'Consent statements as presented', fields: [...words.keys()].map((text): Field => ['', text]) },
  ]
}

/** Dates follow the names of who signed and who confirmed. */
function withNamesApart(one: ConsentOfPerson): ConsentOfPerson {
  const { name, record, confirmed, attested } = one
  const of = <Statement extends { by: string }>(statement: Statement | null) =>
    statement && { ...statement, by: isolated(statement.by) }
  return {
    ...{ ...one, name: isolated(name), confirmed: of(confirmed), attested: of(attested) },
    record: record && { ...record, signerName: isolated(record.signerName) },
  }
}

function answerField(item: ConsentItem): Field {
  return [item.answer ? 'Yes' : 'No', [item.title, withdrawnInWords(item)].filter(Boolean).join(', ')]
}

function wordsOf(item: ConsentItem): string {
  const version = versionInWords(item)
  const title = version === '' ? item.title : `${item.title} (${version})`
  return [title, item.text ?? TEXT_NOT_KNOWN].filter(Boolean).join(': ')
}
