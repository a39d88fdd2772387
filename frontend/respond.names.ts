/**
 * Names of properties that the built page writes shorter: they are ours alone.
 *
 * Neither the browser nor the language has a property of these names, no message or definition holds them, and nothing is
 * looked up by them as text: `src/respond/tests/shortened.test.ts` holds it. Whole sentences are worth more than names.
 */
export const shortened: readonly string[] = `
  about afterSeconds again agree anyAnswer asksAll atMost batches batchLeast batchMost begin beginsPage beside between bounds by category ceiling
  changedOrSkipped changedTicks checksum choose choosers chosen cleared clearedAlone closesAt coin copy deciding digits enough entropy erase erased
  example exampleLead expect expert faults filler forget gauge give goOn hold holdLanguage how howPicture howText ids isPairable isUnreached isYesNo joined keeps keepText
  kindMany kindNumber kindOf kindPair kindSet kindYesNo largest lead leadEach leadTest leaveEmpty lengthText levelOf lists literalOf live lot
  mayBeHidden mayHaveArrived maySkip meets millionths mostChoices mostWith needed needs needsTick no node nodes none notADay notAfter notANumber notAsked notWhole
  oddsEach oddsHeading oddsNumber oddsOrSkipped oddsPair of100 often openUntil orders outside pages parts peek perhapsNot pick pictureHeading pieces
  place practise practised previewOnly proofText ranges receipt recordBytes rest review running say sayings scramble sealed sends sent sets several shelf
  showIf shown shownFrom simpleTest skip skipping slug spoken stay staying stays tell texts ticks titleTest took tryNow unanswered uses verb
  waitingLead what when whenFalse whenNot whenTrue whole within would yes
`
  .trim()
  .split(/\s+/);
