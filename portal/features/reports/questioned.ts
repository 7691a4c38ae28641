import { brand } from '#ui/brand.ts'

/** What is said of a report that the laboratory may take back or correct, while a person there looks at it. */
export const QUESTIONED_WORDS = 'The laboratory is checking whether this report is correct'
export const QUESTIONED_ADVICE = `Do not act on it until the laboratory has confirmed it. Questions: ${brand.contact.phone}.`
