export type { SendMail } from './outbox.ts'
