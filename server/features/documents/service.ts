import { type FileStore, fileKeyOf } from '#adapters/files/port.ts'
import type { VirusCheck } from '#adapters/virus-check/port.ts'
import type { documentsRoutes, OrderFile } from '#contract/documents.ts'
import { fail, ProblemError, problemOf } from '#contract/errors.ts'
import type { FormFile, RequestOf, SentFile } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { phenopacketOf } from '#domain/phenotype/phenopacket/write.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { announceFiles, keepFiles } from '#server/database/files-put.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { answeredQuestionnaires, orderableTests } from '#server/features/catalogue/public.ts'
import { addEvent, assertAllowed, lockOrder, specimenOf } from '#server/features/orders/public.ts'
import type { RunHeavy } from '#server/heavy/heavy-work.ts'
import type { Readmit } from '#server/http/handlers.ts'
import { cleanHtml, linesOf } from './clean-html.ts'
import { kindOf } from './file-kind.ts'
import { cleanFilename } from './filename.ts'
import { type Laboratory, type Requisition, requisitionOf } from './requisition/content.ts'
import type { writeRequisitions } from './requisition/write.ts'
import * as store from './store.ts'

export interface DocumentDeps {
  connection: Connection
  /** Announces files: their keys are of no institution. */
  worker: Pick<Connection, 'db'>
  files: FileStore
  virusCheck: VirusCheck
  /** Whether this installation accepts documents (specification §3, Document_Management). */
  offered: boolean
  /** Runs the PDF writer. */
  heavy: RunHeavy
  /** The laboratory named on a requisition. */
  laboratory: Laboratory
  now(): Date
}

type Input<Name extends keyof typeof documentsRoutes> = RequestOf<(typeof documentsRoutes)[Name]>

function present(row: store.StoredDocument): OrderFile {
  return {
    id: row.id,
    type: row.type as OrderFile['type'],
    description: row.description,
    filename: row.filename,
    mediaType: row.media_type,
    bytes: row.bytes,
    uploadedBy: row.uploaded_by_name,
    uploadedAt: row.uploaded_at.toISOString(),
  }
}

function refuseFile(rule: string, message: string): never {
  fail('file-not-allowed', { detail: message, errors: [{ path: '/file', rule, message }] })
}

/** The file's name and type as stored. Refuses the file by its kind, then by the virus scan. */
async function admitFile(file: FormFile, virusCheck: VirusCheck) {
  const filename = cleanFilename(file.filename)
  const kind = await kindOf(file.content, filename)
  if ('refused' in kind) refuseFile('kind', kind.refused)
  const verdict = await virusCheck.check(file.content).catch((cause: unknown) => {
    const detail = 'The file could not be scanned for viruses and was not saved. Try again in a few minutes.'
    throw new ProblemError(problemOf('unavailable', { detail }), { cause })
  })
  if (!verdict.clean)
    refuseFile('virus', `The virus scan found ${verdict.virus} in this file. The file was not saved.`)
  return { filename, mediaType: kind.mediaType }
}

const PRINTING = new URL('./requisition/write.ts', import.meta.url).href

/** Orders' documents and requisitions, each call in one transaction. */
export function documentsService(deps: DocumentDeps) {
  const { connection, worker, files, virusCheck, laboratory, now } = deps
  const inScope = <T>(authority: Authority, work: (scope: Scope) => Promise<T>) =>
    withScope(connection, authority, work)
  const at = ({ h, id }: { h: string; id: number }) => ({ hospital: h, id })
  const entity = ({ h, id }: { h: string; id: number }) => ({ kind: 'order', id, institution: h })

  /** An order's printed content; audits the printing. */
  async function contentOf(scope: Scope, orderRef: { h: string; id: number }, printed: Date) {
    const row = await lockOrder(scope, at(orderRef))
    assertAllowed('printRequisition', row)
    const input = await store.requisitionInput(scope, {
      ...{ id: row.id, institution: orderRef.h },
      vaStation: row.document.vaStation ?? '',
    })
    await audit(scope, 'requisition.print', entity(orderRef))
    const codes = [...row.document.tests, ...row.document.addOnTests].map(({ testCode }) => testCode)
    const { addOn } = row.document
    const [[answered = []], tests, onFile] = await Promise.all([
      answeredQuestionnaires(scope.db, [row.document]),
      orderableTests(scope.db, codes, orderRef.h),
      addOn && specimenOf(scope, orderRef.h, addOn),
    ])
    const questionnaires = answered.map(({ questionnaire }) => questionnaire)
    return requisitionOf(row, {
      ...{ ...input, questionnaires, tests, laboratory },
      specimenOf: onFile,
      now: printed,
    })
  }

  /** After the transaction, so that its locks are released meanwhile. */
  function print({ actor }: Authority, requisitions: readonly Requisition[], printed: Date) {
    const input: Parameters<typeof writeRequisitions>[0] = { requisitions, now: printed }
    const work = { module: PRINTING, name: 'writeRequisitions', input, who: actor.subject }
    return deps.heavy<Uint8Array>(work)
  }

  return {
    list: (authority: Authority, { params }: Input<'list'>) =>
      inScope(authority, async (scope) => {
        await lockOrder(scope, at(params))
        await audit(scope, 'document.list', entity(params))
        return (await store.documentsOf(scope, params.id)).map(present)
      }),

    async upload({ params, body, readmit }: Input<'upload'> & { readmit: Readmit }) {
      if (!deps.offered) fail('not-offered')
      const { filename, mediaType } = await admitFile(body.file, virusCheck)
      // The scan may take long: the user may lose access meanwhile.
      const current = await readmit()
      await announceFiles(worker.db, [fileKeyOf(body.file.content)])
      const stored: string[] = []
      const uploaded = await inScope(current, async (scope) => {
        const row = await lockOrder(scope, at(params))
        const existing = await store.findUpload(scope, row.id, body.uploadKey)
        if (existing?.removed_at) fail('wrong-state', { detail: 'This document has since been removed.' })
        if (existing) {
          await audit(scope, 'document.list', entity(params))
          return present(existing)
        }
        assertAllowed('addDocument', row)
        const fileKey = await files.put(body.file.content)
        const order = { id: row.id, institution: params.h }
        const bytes = body.file.content.byteLength
        const { uploadKey, type, description } = body
        const made = { uploadKey, type, description, filename, mediaType, bytes, fileKey }
        const document = await store.insertDocument(scope, order, made)
        stored.push(fileKey)
        await addEvent(scope, order, 'document-added', `${type}: ${filename}`)
        await audit(scope, 'document.add', entity(params), { document: document.id, type, bytes, fileKey })
        return present(document)
      })
      await keepFiles(worker.db, stored)
      return uploaded
    },

    download: (authority: Authority, { params }: Input<'download'>): Promise<SentFile> =>
      inScope(authority, async (scope) => {
        const found = (await store.findDocument(scope, params.id, params.documentId)) ?? fail('not-found')
        if (found.institution_code !== params.h) fail('not-found')
        const content = await files.get(found.file_key)
        await audit(scope, 'document.read', entity(params), { document: found.id })
        return { content, filename: found.filename, mediaType: found.media_type }
      }),

    remove: (authority: Authority, { params }: Input<'remove'>) =>
      inScope(authority, async (scope) => {
        const row = await lockOrder(scope, at(params))
        const found = (await store.findDocument(scope, row.id, params.documentId)) ?? fail('not-found')
        assertAllowed('removeDocument', row)
        await store.markRemoved(scope, found.id)
        const order = { id: row.id, institution: params.h }
        await addEvent(scope, order, 'document-removed', `${found.type}: ${found.filename}`)
        await audit(scope, 'document.remove', entity(params), { document: found.id })
      }),

    async requisition(authority: Authority, { params }: Input<'requisition'>) {
      const printed = now()
      const content = await inScope(authority, (scope) => contentOf(scope, params, printed))
      return print(authority, [content], printed)
    },

    /** Any order's, also a draft's: of a draft as last saved. */
    phenopacket: (authority: Authority, { params }: Input<'phenopacket'>): Promise<SentFile> =>
      inScope(authority, async (scope) => {
        const row = await lockOrder(scope, at(params))
        await audit(scope, 'phenopacket.download', entity(params))
        const packet = phenopacketOf(row.document, {
          ...{ id: String(row.id), createdBy: laboratory.name, created: now().toISOString() },
          day: todayAtLaboratory(now()),
          numberOf: (key) => `${row.id}-${key}`,
        })
        return {
          content: new TextEncoder().encode(`${JSON.stringify(packet, null, 2)}\n`),
          ...{ filename: `phenopacket-${row.id}.json`, mediaType: 'application/json' },
        }
      }),

    /** All or none: one order that does not exist or has no requisition refuses them all. */
    async requisitions(authority: Authority, { params, query }: Input<'requisitions'>) {
      const printed = now()
      const contents = await inScope(authority, async (scope) => {
        const found = new Map<number, Requisition>()
        // Orders are locked in ascending order everywhere, so that there are no deadlocks.
        for (const id of new Set(query.ids.toSorted((a, b) => a - b)))
          found.set(id, await contentOf(scope, { h: params.h, id }, printed))
        return [...new Set(query.ids)].flatMap((id) => found.get(id) ?? [])
      })
      return print(authority, contents, printed)
    },

    addRequisition: (authority: Authority, { params, body }: Input<'addRequisition'>) =>
      inScope(authority, async (scope) => {
        const row = await lockOrder(scope, at(params))
        assertAllowed('extendRequisition', row)
        const htmlContent = cleanHtml(body.htmlContent)
        if (linesOf(htmlContent).length === 0) {
          const message = 'Enter some text. Only text, lists and tables are accepted.'
          fail('invalid-fields', { errors: [{ path: '/htmlContent', rule: 'empty', message }] })
        }
        const order = { id: row.id, institution: params.h }
        await store.insertAddition(scope, order, htmlContent)
        await addEvent(scope, order, 'requisition-extended')
        await audit(scope, 'requisition.extend', entity(params))
        return { htmlContent }
      }),
  }
}
