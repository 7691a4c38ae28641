/** Card of an order: its treatment recommendations. */
export { TreatmentsCard } from './TreatmentsCard.tsx'
