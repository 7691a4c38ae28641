export { clinicalFields } from './requisition/clinical.ts'
export type { Laboratory } from './requisition/content.ts'
export {
  bytesOf,
  cellHeight,
  drawColumns,
  ensure,
  flow,
  GUTTER,
  heading,
  type Line,
  MARGIN,
  newSheet,
  QUIET,
  type Sheet,
  signPages,
  WIDTH,
  write,
} from './requisition/sheet.ts'
export type { Field } from './requisition/words.ts'
export { documentsService } from './service.ts'
