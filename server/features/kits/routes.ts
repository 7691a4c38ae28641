import type { kitsRoutes } from '#contract/kits.ts'
import type { Handlers } from '#server/handlers.ts'
import { changeKit, getKit, type KitsParts, listKits, orderKits, sendKit } from './kits.ts'

export function kitsHandlers(parts: KitsParts): Handlers<typeof kitsRoutes> {
  return {
    all: ({ authority, query }) => listKits(parts)(authority, { query }),
    list: (request) => listKits(parts)(request.authority, request),
    order: (request) => orderKits(parts)(request.authority, request),
    get: (request) => getKit(parts)(request.authority, request),
    cancel: (request) => changeKit(parts, 'cancel')(request.authority, request),
    receive: (request) => changeKit(parts, 'receive')(request.authority, request),
    send: (request) => sendKit(parts)(request.authority, request),
  }
}
