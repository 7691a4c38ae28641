import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Order } from '#contract/order.ts'
import { AnswerDialog } from './AnswerDialog.tsx'

const Answer = createContext<(holdId: number) => void>(() => {})

/** Opens the dialog in which a question of the laboratory is answered. */
export const useAnswer = () => useContext(Answer)

/**
 * Where the questions of an order are answered: in one dialog of the page, so that it stays when the button that opened
 * it is gone because somebody else has answered.
 */
export function Answering({ order, children }: { order: Order; children: ReactNode }) {
  const [openHoldId, setOpenHoldId] = useState<number | null>(null)
  const hold = order.holds.find(({ id }) => id === openHoldId)
  return (
    <Answer value={setOpenHoldId}>
      {children}
      {hold && <AnswerDialog key={hold.id} order={order} hold={hold} onClosed={() => setOpenHoldId(null)} />}
    </Answer>
  )
}
