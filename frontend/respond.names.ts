/**
 * Names of properties that the built page writes shorter: they are ours alone.
 *
 * Neither the browser nor the language has a property of these names, no message or definition holds them, and nothing is
 * looked up by them as text: `src/respond/tests/shortened.test.ts` holds it. Whole sentences are worth more than names.
 */
export const shortened: readonly string[] = `
  about afterSeconds again agree anyAnswer atMost batchLeast batchMost batches begin between by changedOrSkipped changedTicks checksum choose choosers
  chosen cleared clearedAlone closesAt copy enough entropy erase erased example exampleLead expect expert faults forget
  give goOn hold holdLanguage how howPicture howText ids joined keepText keeps kindMany kindOf kindPair kindSet kindYesNo
  lead leadEach leadTest leaveEmpty lengthText lists live mayHaveArrived millionths mostChoices needed needs no node notADay
  notANumber notAfter notAsked oddsEach oddsHeading oddsNumber oddsOrSkipped oddsPair of100 often openUntil orders outside pages parts peek pick pictureHeading
  pieces place practise practised previewOnly proofText ranges receipt recordBytes review running say sayings scramble sealed sends
  sent several shelf shown shownFrom skip skipping slug stay tell ticks titleTest took tryNow unanswered uses verb
  waitingLead asksAll ceiling staying deciding isUnreached lot none levelOf nodes kindNumber notWhole stays beside spoken category coin filler meets within texts maySkip mayBeHidden showIf largest digits what when whenFalse whenNot whenTrue whole would yes
`
  .trim()
  .split(/\s+/);
