import { orderDocument } from '#contract/order-document.ts'
import type { ReadRow, RowError } from '#domain/manifest/row.ts'
import type { OrderDocument } from '#domain/orders/document.ts'

/**
 * What an order cannot hold of a row, such as a text that is too long, in the contract's words. The API refuses it before
 * any rule; a row's order is made here.
 */
export function fitErrors(read: ReadRow, document: OrderDocument): RowError[] {
  const { error } = orderDocument.safeParse(document)
  return (error?.issues ?? []).map(({ path: names, code, message }) => {
    const path = `/${names.map(String).join('/')}`
    const column = read.columnAt(path)
    const rule = code === 'too_big' ? 'too-long' : 'invalid'
    return {
      column,
      path,
      rule,
      message: column === '' ? message : `${column}: ${message}`,
      severity: 'error',
    }
  })
}
