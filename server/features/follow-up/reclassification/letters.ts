import { fail } from '#contract/errors.ts'
import type { ReclassificationView } from '#contract/reclassification.ts'
import type { SentFile } from '#contract/route.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import {
  type Letter,
  type LetterTemplates,
  variantsInLetter,
  writeLetter,
} from '#domain/follow-up/letters.ts'
import { STEP_WORDS } from '#domain/follow-up/words.ts'
import { personName } from '#domain/orders/family.ts'
import { personOfRecord } from '#domain/orders/subject.ts'
import { unprintable } from '#domain/text/printable.ts'
import { characterInWords } from '#domain/text/unseen.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import type { Laboratory } from '#server/features/documents/public.ts'
import { addEvent } from '#server/features/orders/public.ts'
import { changesOfRows } from '#server/features/reports/public.ts'
import type { RunHeavy } from '#server/heavy/heavy-work.ts'
import { addFollowUpEvent } from '../store.ts'
import type { printLetter } from './letter-pdf.ts'
import { newestVersion, outdatedReports } from './newest-version.ts'
import {
  type Input,
  isRecorded,
  lockedReclassification,
  present,
  type ReclassificationDeps,
  refuseStep,
  sentAs,
  view,
} from './steps.ts'
import { versionKnownTo } from './version-known.ts'
import { isLetterAgainstWish, letterOf, type OpenedReclassification, openReclassification } from './view.ts'

export interface LetterDeps extends ReclassificationDeps {
  laboratory: Laboratory
  /** The laboratory’s own words. */
  letters: LetterTemplates
  /** Runs the PDF writer. */
  heavy: RunHeavy
}

/** Makes a letter and keeps its words: what was given to somebody can be read years later. */
export function makeLetter(deps: LetterDeps) {
  return (authority: Authority, { params, body }: Input<'writeLetter'>) =>
    withScope(deps.connection, authority, async (scope) => {
      const sent = sentAs(body)
      if (await isRecorded(scope, params, sent)) return view(scope, params, deps.now())
      const { locked, opened } = await lockedReclassification(scope, params, body.revision)
      const { relative, against, permission } = body
      const to = relative === null ? 'patient' : 'relative'
      const step = { step: 'letter' as const, ...(relative === null ? {} : { relative }) }
      refuseStep(authority, params.h, opened, { ...step, toPatient: relative === null, against })
      const report = await newestVersion(scope.db, opened.detail.to)
      const letter = await written(scope, opened, { ...body, report }, deps)
      const relation = opened.progress.relatives.find(({ key }) => key === relative)?.relation ?? ''
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      const detail = {
        ...{ ...step, ...letter, ...sent, relation, report },
        ...(permission === '' ? {} : { permission }),
        ...(against === '' ? {} : { against }),
      }
      const words = relation === '' ? 'Letter to the patient made' : `Letter made: ${relation}`
      await addFollowUpEvent(scope.db, locked, { kind: 'step', by, words, detail })
      const order = { id: locked.order_id, institution: params.h }
      await addEvent(scope, order, 'reclassification-step', STEP_WORDS.letter)
      await audit(scope, 'follow-up.letter', { kind: 'order', ...order }, { followUp: locked.id, to })
      return present(scope, params, deps.now())
    })
}

/** The words of a letter before it is made: nothing is kept. */
export function previewLetter(deps: LetterDeps) {
  return (authority: Authority, { params, body }: Input<'previewLetter'>) =>
    withScope(deps.connection, authority, async (scope) => {
      const { locked, opened } = await lockedReclassification(scope, params, body.revision)
      const order = { kind: 'order', id: locked.order_id, institution: params.h }
      await audit(scope, 'follow-up.view', order)
      const report = await newestVersion(scope.db, opened.detail.to)
      return written(scope, opened, { ...body, report }, deps)
    })
}

async function written(
  scope: Scope,
  opened: OpenedReclassification,
  { relative, permission, recipient, report }: Input<'writeLetter'>['body'] & { report: number },
  deps: LetterDeps,
): Promise<Letter> {
  const rows = [await versionKnownTo(scope.db, opened, relative), report] as const
  const { changes, isQuestioned } = await changesOfRows(scope, opened.order, rows, { isWarned: false })
  if (!changes) fail(isQuestioned ? 'report-questioned' : 'report-withdrawn')
  const inName = unprintable(recipient)
  if (inName.length > 0) {
    const message = missingLetters(inName, 'Write the name in Latin letters.')
    // The preview, which has no field, shows the detail.
    fail('invalid-fields', { detail: message, errors: [{ path: '/recipient', rule: 'letters', message }] })
  }
  const letter = writeLetter(relative === null ? 'patient' : 'relative', deps.letters, {
    ...(await contentOf(scope, opened, changes, deps)),
    ...{ namesPatient: permission !== '', recipient: recipient || 'relative' },
  })
  const inLetter = unprintable([letter.title, ...letter.paragraphs].join('\n'))
  if (inLetter.length > 0)
    fail('wrong-state', { detail: missingLetters(inLetter, 'Write this letter yourself.') })
  return letter
}

/** Rather than a letter with empty boxes. */
const missingLetters = (characters: readonly string[], advice: string) =>
  `The letter cannot be printed: the fonts lack ${characters
    .slice(0, 5)
    .map(characterInWords)
    .join(', ')}. ${advice}`

async function contentOf(
  { db }: Scope,
  { row, order }: OpenedReclassification,
  { comparison, newer }: NonNullable<ReclassificationView['changes']>,
  { laboratory, now }: LetterDeps,
) {
  const variants = variantsInLetter(comparison?.variants ?? [])
  if (variants.length === 0)
    fail('wrong-state', {
      detail:
        'The laboratory sent no changed variant as data since the version that this person knows, so no letter can be made.',
    })
  const [stored, institution] = await Promise.all([
    db.selectFrom('orders').select('accession_number').where('id', '=', row.order_id).executeTakeFirst(),
    db.selectFrom('institution').select('name').where('code', '=', row.institution_code).executeTakeFirst(),
  ])
  const patient = personOfRecord(order.document, row.person)
  return {
    ...{ variants, laboratory, laboratoryNumber: stored?.accession_number ?? '' },
    patientName: patient ? personName(order.document, patient.key) : '',
    institution: institution?.name ?? row.institution_code,
    reportDay: dayInWords(todayAtLaboratory(new Date(newer.madeAt))),
    day: dayInWords(todayAtLaboratory(now())),
  }
}

const here = (file: string) => new URL(file, import.meta.url).href

/** A letter as a PDF. One about an earlier version, or about one that the laboratory is checking, says so on top. */
export function readLetter(deps: LetterDeps) {
  return async (authority: Authority, { params }: Input<'letter'>): Promise<SentFile> => {
    const input = await withScope(deps.connection, authority, async (scope) => {
      const opened = await openReclassification(scope, params.h, params.id)
      const event = opened.events.find(({ id }) => id === params.letterId)
      const letter = (event && letterOf(event)) || fail('not-found')
      const { from, to } = opened.detail
      const known = await changesOfRows(scope, opened.order, [from, to], { isWarned: true })
      if (!known.changes) fail('report-withdrawn')
      const order = { kind: 'order', id: opened.row.order_id, institution: params.h }
      await audit(scope, 'follow-up.letter-read', order, { letter: params.letterId })
      const content: Parameters<typeof printLetter>[0] = {
        ...{ title: letter.title, paragraphs: letter.paragraphs, laboratory: deps.laboratory },
        isOutdated: (await outdatedReports(scope.db, [letter.report])).has(letter.report),
        isQuestioned: known.isQuestioned,
        isAgainstWish: isLetterAgainstWish(letter, opened.wish),
        at: event?.at ?? deps.now(),
      }
      return content
    })
    const work = { module: here('./letter-pdf.ts'), name: 'printLetter', input }
    const content = await deps.heavy<Uint8Array>({ ...work, who: authority.actor.subject })
    // The file’s name tells nobody whose letter it is.
    return { content, filename: `letter-${params.letterId}.pdf`, mediaType: 'application/pdf' }
  }
}
