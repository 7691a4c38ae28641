import { describe, expect, it, test } from 'vitest'
import { permissionsOf, ROLE_NAMES, type RoleName } from '../permissions/permissions.ts'
import { abilities } from './abilities.ts'
import { ORDER_STATES, type OrderState } from './status.ts'

describe('what somebody may do with an order', () => {
  test.each<[RoleName, OrderState, string]>([
    ['OrderViewer', 'draft', ''],
    ['OrderViewer', 'reported', 'readReport'],
    ['OrderCreator', 'draft', 'edit discard'],
    ['OrderCreator', 'en-route', ''],
    ['OrderCreator', 'reported', 'readReport'],
    ['OrderSubmitter', 'draft', 'edit submit discard'],
    ['OrderSubmitter', 'en-route', ''],
    ['OrderSubmitter', 'accessioned', ''],
    ['OrderSubmitter', 'in-process', ''],
    ['OrderSubmitter', 'reported', 'readReport'],
    ['OrderSubmitter', 'pending-cancellation', ''],
    ['OrderSubmitter', 'cancelled', ''],
    ['SuperUser', 'draft', 'edit submit discard'],
    ['SuperUser', 'reported', 'readReport'],
    ['UserAdmin', 'draft', ''],
    ['UserAdmin', 'reported', ''],
    ['Support', 'draft', ''],
    ['Support', 'reported', 'readReport'],
  ])('%s, %s: %s', (role, state, actions) => {
    expect(abilities(state, permissionsOf([role])).join(' ')).toBe(actions)
  })

  it('is nothing without a permission, and never less by another role', () => {
    for (const state of ORDER_STATES) {
      expect(abilities(state, [])).toEqual([])
      for (const role of ROLE_NAMES)
        for (const other of ROLE_NAMES)
          expect(abilities(state, permissionsOf([role, other]))).toEqual(
            expect.arrayContaining(abilities(state, permissionsOf([role]))),
          )
    }
  })
})
