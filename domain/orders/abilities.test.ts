import { describe, expect, it, test } from 'vitest'
import { permissionsOf, ROLE_NAMES, type RoleName } from '../permissions/permissions.ts'
import { abilities } from './abilities.ts'
import { ORDER_STATES, type OrderState } from './status.ts'

const DRAFTING = 'edit askToSubmit handOver discard addDocument removeDocument extendRequisition'
const SUBMITTING =
  'edit submit askToSubmit sendBack handOver discard addDocument removeDocument extendRequisition'

describe('what a user may do with an order', () => {
  test.each<[RoleName, OrderState, string]>([
    ['OrderViewer', 'draft', ''],
    ['OrderViewer', 'en-route', 'printRequisition'],
    ['OrderViewer', 'reported', 'printRequisition readReport giveFeedback'],
    ['OrderViewer', 'cancelled', 'readReport giveFeedback'],
    ['OrderCreator', 'draft', DRAFTING],
    ['OrderCreator', 'en-route', 'copy ship answerHold addDocument extendRequisition printRequisition'],
    [
      'OrderCreator',
      'reported',
      'copy addTest ship answerHold addDocument printRequisition readReport recordFindings giveFeedback',
    ],
    ['OrderSubmitter', 'draft', SUBMITTING],
    [
      'OrderSubmitter',
      'en-route',
      'cancel withdrawConsent copy ship answerHold addDocument extendRequisition printRequisition',
    ],
    [
      'OrderSubmitter',
      'accessioned',
      'cancel withdrawConsent copy addTest ship answerHold addDocument extendRequisition printRequisition readReport',
    ],
    [
      'OrderSubmitter',
      'in-process',
      'cancel withdrawConsent copy addTest ship answerHold addDocument extendRequisition printRequisition readReport',
    ],
    [
      'OrderSubmitter',
      'reported',
      'withdrawConsent copy addTest ship answerHold addDocument printRequisition readReport recordFindings giveFeedback',
    ],
    ['OrderSubmitter', 'pending-cancellation', 'withdrawConsent copy answerHold printRequisition readReport'],
    ['OrderSubmitter', 'cancelled', 'withdrawConsent copy readReport giveFeedback'],
    ['SuperUser', 'draft', SUBMITTING],
    [
      'SuperUser',
      'reported',
      'withdrawConsent copy addTest ship answerHold addDocument printRequisition readReport recordFindings giveFeedback',
    ],
    ['UserAdmin', 'draft', ''],
    ['UserAdmin', 'reported', ''],
    ['Support', 'draft', ''],
    ['Support', 'reported', 'printRequisition readReport giveFeedback'],
  ])('%s, %s: %s', (role, state, actions) => {
    expect(abilities(state, permissionsOf([role])).join(' ')).toBe(actions)
  })

  it('is empty without a permission, and an additional role never reduces it', () => {
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
