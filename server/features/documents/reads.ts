export { clinicalFacts } from './requisition/clinical.ts'
export type { Laboratory } from './requisition/content.ts'
export {
  blockHeight,
  bytesOf,
  ensure,
  flow,
  GUTTER,
  heading,
  type Line,
  MARGIN,
  newSheet,
  place,
  QUIET,
  type Sheet,
  signPages,
  WIDTH,
  write,
} from './requisition/sheet.ts'
export type { Fact } from './requisition/words.ts'
export { documentsService } from './service.ts'
