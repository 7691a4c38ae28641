import type { FastifyRequest } from 'fastify'

/** The parts of the server whose requests are limited, and whose answers no browser keeps. */
const ROOMS = ['api', 'fhir', 'identity'] as const
type Room = (typeof ROOMS)[number]

/** Which part of the server answers: by the matched route, never by the address that was asked for. Null: a site. */
export function roomOf({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): Room | null {
  const [, first] = routeOptions.url?.split('/') ?? []
  return ROOMS.find((room) => room === first) ?? null
}
