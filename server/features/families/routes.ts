import type { familiesRoutes } from '#contract/families.ts'
import type { Handlers } from '#server/http/handlers.ts'
import {
  changeFamily,
  createFamily,
  getFamily,
  listFamilies,
  type PrintDeps,
  printFamily,
  renameFamily,
} from './families.ts'

export function familiesHandlers(deps: PrintDeps): Handlers<typeof familiesRoutes> {
  const { connection } = deps
  return {
    list: (request) => listFamilies(connection)(request.authority, request),
    create: (request) => createFamily(connection)(request.authority, request),
    get: (request) => getFamily(connection)(request.authority, request),
    drawing: (request) => printFamily(deps)(request.authority, request),
    change: (request) => changeFamily(connection)(request.authority, request),
    rename: (request) => renameFamily(connection)(request.authority, request),
  }
}
