import type { ReactNode } from 'react'

/** What a page says of itself and shows. */
export interface Page {
  /** Left out: 200. */
  status?: number
  title: string
  /** For search engines: one or two sentences. */
  description: string
  /** Below the catalogue's origin: the one address of this content. Null for pages that are not to be found. */
  canonical: string | null
  /** schema.org, in JSON-LD. */
  structured?: readonly object[]
  body: ReactNode
}
