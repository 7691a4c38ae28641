import type { kitsRoutes } from '#contract/kits.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { changeKit, getKit, type KitDeps, listKits, orderKits, sendKit } from './kits.ts'

export function kitsHandlers(deps: KitDeps): Handlers<typeof kitsRoutes> {
  return {
    all: ({ authority, query }) => listKits(deps)(authority, { query }),
    list: (request) => listKits(deps)(request.authority, request),
    order: (request) => orderKits(deps)(request.authority, request),
    get: (request) => getKit(deps)(request.authority, request),
    cancel: (request) => changeKit(deps, 'cancel')(request.authority, request),
    receive: (request) => changeKit(deps, 'receive')(request.authority, request),
    send: (request) => sendKit(deps)(request.authority, request),
  }
}
