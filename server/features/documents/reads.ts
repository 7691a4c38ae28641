export { documentsService } from './service.ts'
