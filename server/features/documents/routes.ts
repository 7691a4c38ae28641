import type { documentsRoutes } from '#contract/documents.ts'
import type { Handlers } from '#server/handlers.ts'
import { type DocumentsParts, documentsService } from './service.ts'

export function documentsHandlers(parts: DocumentsParts): Handlers<typeof documentsRoutes> {
  const documents = documentsService(parts)
  return {
    list: (request) => documents.list(request.authority, request),
    upload: (request) => documents.upload(request.authority, request),
    download: (request) => documents.download(request.authority, request),
    remove: async (request) => void (await documents.remove(request.authority, request)),
    requisition: (request) => documents.requisition(request.authority, request),
    addRequisition: (request) => documents.addRequisition(request.authority, request),
  }
}
