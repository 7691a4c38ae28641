import type { documentsRoutes } from '#contract/documents.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { documentsService } from './service.ts'

export function documentsHandlers(
  documents: ReturnType<typeof documentsService>,
): Handlers<typeof documentsRoutes> {
  return {
    list: (request) => documents.list(request.authority, request),
    upload: (request) => documents.upload(request),
    download: (request) => documents.download(request.authority, request),
    remove: async (request) => void (await documents.remove(request.authority, request)),
    requisition: (request) => documents.requisition(request.authority, request),
    phenopacket: (request) => documents.phenopacket(request.authority, request),
    requisitions: (request) => documents.requisitions(request.authority, request),
    addRequisition: (request) => documents.addRequisition(request.authority, request),
  }
}
