import type { familyFilesRoutes } from '#contract/family-files.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { type FamilyFilesDeps, familyFile, familyLosses, readFamilyFile } from './family-files.ts'

export function familyFilesHandlers(deps: FamilyFilesDeps): Handlers<typeof familyFilesRoutes> {
  return {
    read: (request) => readFamilyFile(deps, request.authority, request),
    losses: (request) => familyLosses(deps)(request.authority, request),
    download: (request) => familyFile(deps)(request.authority, request),
  }
}
