/** Query of how much waits for the laboratory’s Support. */
export { queuesOptions } from './queries.ts'
