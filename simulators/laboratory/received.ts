/** What the laboratory keeps of an order. Texts as they came, '' where the message had none. */
export interface ReceivedOrder {
  controlId: string
  sender: string
  /** ORC-2 as the sender wrote it: number and, where given, namespace. */
  orderId: string
  placerNamespace: string
  patient: { recordNumber: string; lastName: string; firstName: string; birthDate: string; sex: string }
  provider: { npi: string; lastName: string; firstName: string }
  institution: string
  tests: ReceivedTest[]
  specimens: ReceivedSpecimen[]
  relatives: { number: string; lastName: string; firstName: string; relationship: string }[]
  /** OBR-3 of an order on a specimen that is here: the number that its results are to have; '' for a new one. */
  existingNumber: string
}

export interface ReceivedTest {
  code: string
  name: string
  /** The code that the clinic chose it by, OBR-4.4. */
  chosenBy: string
  genes: string[]
}

export interface ReceivedSpecimen {
  /** SPM-2. */
  number: string
  type: string
  collected: string
  /** Whose it is: the number that PID-3 or NK1-33 has for them. */
  of: string
  /** An earlier order has brought it. */
  isHere: boolean
}

/** A request to cancel an order: ORC-1 CA. */
export interface ReceivedCancellation {
  controlId: string
  sender: string
  orderId: string
  reason: string
}

/** Something added to an order: ORC-1 XO. */
export interface ReceivedChange {
  controlId: string
  sender: string
  orderId: string
  /** To a hold, by ORC-16; its number may be ''. */
  answer: {
    code: string
    number: string
    text: string
    documents: { filename: string; mediaType: string; bytes: number }[]
  } | null
  /** What was taken again. */
  specimens: ReceivedSpecimen[]
}
