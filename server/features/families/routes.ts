import type { familiesRoutes } from '#contract/families.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { changeFamily, createFamily, getFamily, listFamilies, renameFamily } from './families.ts'

export function familiesHandlers(connection: Connection): Handlers<typeof familiesRoutes> {
  return {
    list: (request) => listFamilies(connection)(request.authority, request),
    create: (request) => createFamily(connection)(request.authority, request),
    get: (request) => getFamily(connection)(request.authority, request),
    change: (request) => changeFamily(connection)(request.authority, request),
    rename: (request) => renameFamily(connection)(request.authority, request),
  }
}
