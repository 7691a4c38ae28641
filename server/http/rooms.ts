import type { FastifyRequest } from 'fastify'

/** The parts of the server whose requests are limited and whose replies browsers must not store. */
const ROOMS = ['api', 'cds', 'fhir', 'identity', 'launch'] as const
type Room = (typeof ROOMS)[number]

/** The part of the server that replies: by the matched route, never by the requested address. Null for a site. */
export function roomOf({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): Room | null {
  const [, first] = routeOptions.url?.split('/') ?? []
  return ROOMS.find((room) => room === first) ?? null
}
