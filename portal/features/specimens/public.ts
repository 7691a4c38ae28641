/** Orders a further test on a specimen that the laboratory has. */
export { AddTest } from './AddTest.tsx'
/** Asks the laboratory whether enough of a specimen is left. */
export { AskAvailability } from './AskAvailability.tsx'
/** What the laboratory was asked about what is left of a specimen, and its answers. */
export { AvailabilityList } from './Availability.tsx'
/** Says that a specimen was collected again. */
export { Recollection } from './Recollection.tsx'
/** Card of an order: its specimens. */
export { SamplesCard } from './SamplesCard.tsx'
/** How a specimen travels, and its tracking number. */
export { Tracking } from './Tracking.tsx'
