/** Button and dialog that add documents to an order. */
export { AddDocuments } from './AddDocuments.tsx'
/** Card of an order: its documents. */
export { DocumentsCard } from './DocumentsCard.tsx'
/** Query of the documents of an order. */
export { documentsOptions } from './queries.ts'
