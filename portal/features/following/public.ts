/** Around an order’s page: the dialog in which questions of the laboratory are answered. */
export { Answering } from './Answering.tsx'
/** Card of an order: what the laboratory asked, and the answers. */
export { ConversationCard } from './ConversationCard.tsx'
/** Card of an order: what delays it, and who has to act. */
export { ObstaclesCard } from './ObstaclesCard.tsx'
