import { use } from 'react'
import type { LegalTexts } from '#domain/brand/brand.ts'
import { brand } from '#ui/brand.ts'

let texts: Promise<LegalTexts> | undefined

/** Fetched once for all that show them; after a failure the next one tries again. */
async function load(cache: RequestCache = 'default'): Promise<LegalTexts> {
  try {
    const reply = await fetch(brand.legalTexts, { cache })
    if (!reply.ok) throw new Error('the legal texts could not be loaded')
    return await reply.json()
  } catch (error) {
    texts = undefined
    throw error
  }
}

/**
 * The texts were changed while this page was open: from now on it shows the server's current ones. The browser has those
 * of the page's address for good, and must ask again.
 */
export async function renewLegalTexts(): Promise<void> {
  texts = load('reload')
  await texts
}

/** What users read and agree to. The component appears when they are here. */
export function useLegalTexts(): LegalTexts {
  texts ??= load()
  return use(texts)
}
