import { use } from 'react'
import type { LegalTexts } from '#domain/brand/brand.ts'
import { brand } from '#ui/brand.ts'

let texts: Promise<LegalTexts> | undefined

/** Fetched once for all that show them; after a failure the next one tries again. */
async function load(): Promise<LegalTexts> {
  try {
    const reply = await fetch(brand.legalTexts)
    if (!reply.ok) throw new Error('the legal texts could not be loaded')
    return await reply.json()
  } catch (error) {
    texts = undefined
    throw error
  }
}

/** What users read and agree to. The component appears when they are here. */
export function useLegalTexts(): LegalTexts {
  texts ??= load()
  return use(texts)
}
