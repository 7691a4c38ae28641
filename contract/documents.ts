import { z } from 'zod'
import { NO_DOCUMENT_TYPE } from '#domain/documents/upload-rules.ts'
import { DOCUMENT_TYPES } from '#domain/lookups.ts'
import { formFile } from './form-file.ts'
import { orderIds } from './order-search.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** A file that belongs to an order (specification §3, Document upload row). */
export const orderFile = z.object({
  id: z.number().int(),
  type: z.enum(DOCUMENT_TYPES),
  description: z.string(),
  filename: z.string(),
  mediaType: z.string(),
  bytes: z.number().int(),
  uploadedBy: z.string(),
  uploadedAt: z.iso.datetime(),
})
export type OrderFile = z.infer<typeof orderFile>

export const documentsRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/documents',
    summary: 'An order’s documents, newest first',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    reply: z.array(orderFile),
    errors: [],
  },
  upload: {
    method: 'POST',
    path: '/api/orders/{h}/{id}/documents',
    summary: 'Add a document to an order: at most 20 MB, its content checked against its type',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    body: z.strictObject({
      /** Made by the client, one per file: a retried upload finds the document it has already made. */
      uploadKey: z.uuid(),
      type: z.enum(DOCUMENT_TYPES, { error: NO_DOCUMENT_TYPE }),
      description: z.string().trim().max(300).default(''),
      file: formFile,
    }),
    bodyType: 'multipart/form-data',
    reply: orderFile,
    status: 201,
    errors: ['wrong-state', 'file-too-large', 'file-not-allowed', 'not-offered'],
  },
  download: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/documents/{documentId}',
    summary: 'One document as a download',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital, id, documentId: id }),
    reply: { file: true },
    errors: [],
  },
  remove: {
    method: 'DELETE',
    path: '/api/orders/{h}/{id}/documents/{documentId}',
    summary: 'Remove a document from a draft; documents of a submitted order stay with it',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] },
    params: z.object({ h: hospital, id, documentId: id }),
    errors: ['wrong-state'],
  },
  requisition: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/requisition',
    summary: 'The requisition as PDF, with the order number as a barcode',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    reply: { binary: 'application/pdf' },
    errors: [],
  },
  phenopacket: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/phenopacket',
    summary: 'The findings as a GA4GH phenopacket, or a family if relatives are on the order; without names',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    reply: { file: true },
    errors: [],
  },
  requisitions: {
    method: 'GET',
    path: '/api/orders/{h}/requisitions',
    summary: 'The requisitions of several orders as one PDF, in the order the numbers are given',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] },
    params: z.object({ h: hospital }),
    query: z.object({
      /** Order numbers, separated by commas. */
      ids: orderIds,
    }),
    reply: { binary: 'application/pdf' },
    perMinute: 20,
    cost: 'export',
    errors: ['wrong-state'],
  },
  addRequisition: {
    method: 'POST',
    path: '/api/orders/{h}/{id}/add-req',
    summary: 'Add HTML to the requisition; only allowed elements are kept',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['h'] },
    params: z.object({ h: hospital, id }),
    body: z.strictObject({ htmlContent: z.string().min(1).max(100_000) }),
    bodyType: 'multipart/form-data',
    reply: z.object({ htmlContent: z.string() }),
    status: 201,
    errors: ['wrong-state'],
  },
})
