import type { Flow } from '../load.ts'

export interface Reading {
  path: string
  authorization: string
}

/** Reads one page. */
export const flow: Flow<Reading> = async (send, _, { path, authorization }) => {
  await send({ path, headers: authorization === '' ? {} : { authorization } })
}
