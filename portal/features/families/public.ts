/** Opens a family for the tabs of its page: editing, undoing, saving, live changes of colleagues. */
export { OpenFamily } from './OpenFamily.tsx'
/** The open family: its document, drawing, selection, and how to change it. */
export { useOpenFamily } from './open-family.ts'
/** Who was chosen of a family for an order. */
export type { ChosenPeople } from './order/ChooseDialog.tsx'
/** The card of an order's page about its family. */
export { OrderFamilyCard } from './order/card.tsx'
/** For an order's form: who is chosen from a family, and what it offers. */
export { ChooseFromFamily, FamilyOffers } from './order/parts.tsx'
/** The query of an order's family. */
export { orderFamilyOptions } from './order/queries.ts'
/** The query of one family. */
export { familyOptions } from './queries.ts'
/** The tabs Drawing, People, Cascade and Papers, each loaded when it is opened. */
export { CascadeTab, DrawingTab, PapersTab, PeopleTab } from './tabs.tsx'
