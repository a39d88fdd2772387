# Turn the perturbed reports of this folder into unbiased estimates with standard errors.
#
#     Rscript debias.R [folder]
#
# Writes estimates.csv; means.csv where means of numbers were asked for; quantiles.csv and points.csv where their
# distributions were; answered.csv, with 95 % limits, where a number may be skipped. Needs base R and nothing else.
# For each field and level the share of reports that support answer i is C / n, and (C / n - q) / (p - q) is its unbiased
# estimate; the mean of the readings of a number is unbiased for the mean of what people hold. A distribution is the one
# under which the reports were most likely (expectation maximisation): never below 0, so a little biased, and without a
# closed form for its error. A number that may be skipped was sent as its lower bound, its upper bound or skipped, which
# are three answers: the share of the upper bound, divided by that of both, is where between them the mean of those who
# answered lies, with Fieller's limits. Levels are weighted by the people who chose them:
# as many as reports, unless each phone sent some of the questions. A question of several pairs is in several files of a
# level: they are weighted by their reports divided by the variance of one where half give an answer.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- if (length(arguments) > 0) arguments[1] else "."

table_of <- function(name) {
  rows <- read.csv(file.path(folder, name), stringsAsFactors = FALSE, encoding = "UTF-8", na.strings = character(0))
  # R keeps the byte order mark before the first name, in letters of its own, unless the locale is one of UTF-8.
  names(rows)[1] <- sub("^(X\\.U\\.FEFF\\.|[^A-Za-z]+)", "", names(rows)[1], useBytes = TRUE)
  rows
}

supports <- function(mechanism) {
  rows <- as.matrix(table_of(file.path("reports", paste0(mechanism$file, ".csv"))))
  if (mechanism$shape == "choice") tabulate(rows[, 1], nbins = mechanism$answers) else unname(colSums(rows))
}

# Variance of the estimate of an answer with this share, which so many codes stand for.
variance_at <- function(share, codes, mechanism) {
  n <- mechanism$reports; p <- mechanism$p; q <- mechanism$q
  others <- codes - 1
  with_true <- mechanism$true_and_other; without <- mechanism$two_others
  outside <- codes * (q * (1 - q) + others * (without - q^2))
  inside <- p * (1 - p) + others * (q * (1 - q) + 2 * (with_true - p * q) + (others - 1) * (without - q^2))
  noise <- (outside + share * (inside - outside)) / (p - q)^2
  (noise + share * (1 - share)) / n
}

# Share and variance of the answer that these codes stand for, and its precision at a share of one half; from one file.
estimate <- function(codes, counts, mechanism) {
  n <- mechanism$reports; p <- mechanism$p; q <- mechanism$q
  share <- sum((counts[codes] / n - q) / (p - q))
  c(
    share, variance_at(min(max(share, 0), 1), length(codes), mechanism),
    1 / variance_at(0.5, length(codes), mechanism)
  )
}

# The people of a level are divided among its files by their precision.
weights_of <- function(own, precision) {
  people <- sum(own$people[!duplicated(own$level)])
  own$people / people * precision / ave(precision, own$level, FUN = sum)
}

mechanisms <- table_of("mechanisms.csv")
mechanisms <- mechanisms[mechanisms$reports > 0, ]
skippable <- mechanisms[mechanisms$shape == "end-or-skipped", ]
numbers <- mechanisms[mechanisms$kind == "number" & mechanisms$shape != "end-or-skipped", ]
mechanisms <- mechanisms[mechanisms$kind != "number", ]

# Mean and its variance from the readings of one level; noise is the least that one reading varies by.
mean_of <- function(mechanism) {
  readings <- table_of(file.path("reports", paste0(mechanism$file, ".csv")))$perturbed_reading
  n <- length(readings)
  c(mechanism$people, mean(readings), if (n == 1) mechanism$noise else max(var(readings), mechanism$noise) / n)
}

if (nrow(numbers) > 0) {
  questions <- table_of("questions.csv")
  each <- sapply(seq_len(nrow(numbers)), function(place) mean_of(numbers[place, ]))
  means <- t(sapply(unique(numbers$field), function(field) {
    of <- each[, numbers$field == field, drop = FALSE]
    weights <- of[1, ] / sum(of[1, ])
    c(sum(weights * of[2, ]), sqrt(sum(weights^2 * of[3, ])))
  }))
  write.csv(data.frame(
    question = questions$question[match(unique(numbers$field), questions$field)],
    mean = formatC(means[, 1], digits = 17, format = "g"), standard_error = formatC(means[, 2], digits = 17, format = "g")
  ), file.path(folder, "means.csv"), row.names = FALSE, quote = FALSE)
}

z <- qnorm(0.975)

# From one level: reports; share of the upper bound, and who answered with its Wilson limits; variances of both, with
# z^2 / 3 more reports of each kind so that reports that are alike have one too, and their covariance.
skippable_of <- function(mechanism) {
  reports <- table_of(file.path("reports", paste0(mechanism$file, ".csv")))$perturbed_report
  counts <- tabulate(reports + 1, nbins = 3)
  n <- sum(counts); p <- mechanism$p; q <- mechanism$q
  share <- counts[3] / n
  spread <- z * sqrt(share * (1 - share) / n + z^2 / (4 * n^2))
  ends <- (share + z^2 / (2 * n) + c(0, spread, -spread)) / (1 + z^2 / n)
  ends[1] <- share
  sent <- (counts + z^2 / 3) / (n + z^2)
  scale <- n * (p - q)^2
  c(
    mechanism$people, (counts[2] / n - q) / (p - q), 1 - (ends - q) / (p - q),
    sent[2] * (1 - sent[2]) / scale, sent[3] * (1 - sent[3]) / scale, sent[2] * sent[3] / scale
  )
}

# Limits of part / base; nothing where the base may be 0.
fieller <- function(part, base, of_part, of_base, together) {
  square <- base^2 - z^2 * of_base
  if (base <= 0 || square <= 0) return(c(NA, NA))
  middle <- part * base - z^2 * together
  root <- sqrt(max(middle^2 - square * (part^2 - z^2 * of_part), 0))
  c(middle - root, middle + root) / square
}

answered_of <- function(of, low, high) {
  weights <- of[1, ] / sum(of[1, ])
  pooled <- rowSums(sweep(of, 2, weights, "*"))
  spreads <- rowSums(sweep(of[6:8, , drop = FALSE], 2, weights^2, "*"))
  base <- pooled[3]
  away <- sqrt(c(sum((weights * (of[4, ] - of[3, ]))^2), sum((weights * (of[5, ] - of[3, ]))^2)))
  limits <- fieller(pooled[2], base, spreads[1], spreads[2], spreads[3])
  mean <- if (anyNA(limits)) NA else pooled[2] / base
  c(base, base - away[1], base + away[2], low + (high - low) * c(mean, limits))
}

if (nrow(skippable) > 0) {
  questions <- table_of("questions.csv")
  each <- sapply(seq_len(nrow(skippable)), function(place) skippable_of(skippable[place, ]))
  fields <- unique(skippable$field)
  found <- t(sapply(fields, function(field) {
    first <- skippable[match(field, skippable$field), ]
    answered_of(each[, skippable$field == field, drop = FALSE], first$low, first$high)
  }))
  written <- ifelse(is.na(found), "", formatC(found, digits = 17, format = "g"))
  colnames(written) <- c("answered", "answered_low", "answered_high", "mean", "mean_low", "mean_high")
  write.csv(
    data.frame(question = questions$question[match(fields, questions$field)], written),
    file.path(folder, "answered.csv"), row.names = FALSE, quote = FALSE
  )
}

rounds <- 10000  # as many as the results page makes

# Shares of the points from the reports of one level; NULL where the rounds do not end.
most_likely <- function(mechanism) {
  reports <- table_of(file.path("reports", paste0(mechanism$file, ".csv")))$perturbed_report
  steps <- mechanism$steps; window <- mechanism$window
  counts <- tabulate(reports + 1, nbins = steps + window)
  seen <- counts > 0
  places <- seq_len(steps + window) - 1
  points <- seq_len(steps + 1)
  more <- mechanism$inside - mechanism$outside
  tolerance <- 0.001 * min(1, mechanism$epsilon)^2 * exp(mechanism$epsilon)
  chances <- function(shares) {
    sums <- c(0, cumsum(shares))
    within <- sums[pmin(places, steps) + 2] - sums[pmax(places - window + 1, 0) + 1]
    mechanism$outside * sums[length(sums)] + more * within
  }
  shares <- rep(1 / (steps + 1), steps + 1)
  expected <- chances(shares)
  likelihood <- sum(counts[seen] * log(expected[seen]))
  for (round in seq_len(rounds)) {
    sums <- c(0, cumsum(counts / expected))
    shares <- shares * (mechanism$outside * sums[length(sums)] + more * (sums[points + window] - sums[points]))
    shares <- shares / sum(shares)
    expected <- chances(shares)
    before <- likelihood
    likelihood <- sum(counts[seen] * log(expected[seen]))
    if (abs(likelihood - before) < tolerance) return(shares)
  }
  NULL
}

# The number below which this share lies; the share of a point is spread evenly over the step around it.
quantile_of <- function(shares, mechanism, share) {
  step <- (mechanism$high - mechanism$low) / mechanism$steps
  ends <- c(mechanism$low, mechanism$low + step * (seq_len(mechanism$steps) - 0.5), mechanism$high)
  below <- c(0, cumsum(shares))
  wanted <- share * below[length(below)]
  place <- findInterval(wanted, below)
  if (place == length(below)) return(mechanism$high)
  ends[place] + (ends[place + 1] - ends[place]) * (wanted - below[place]) / (below[place + 1] - below[place])
}

written <- function(numbers) formatC(numbers, digits = 17, format = "g")

waves <- if ("window" %in% names(numbers)) numbers[!is.na(numbers$window), ] else numbers[0, ]
if (nrow(waves) > 0) {
  questions <- table_of("questions.csv")
  quantiles <- data.frame(question = character(0), share_below = character(0), quantile = character(0))
  points <- data.frame(question = character(0), at = character(0), share = character(0))
  for (field in unique(waves$field)) {
    of <- waves[waves$field == field, ]
    question <- questions$question[match(field, questions$field)]
    each <- lapply(seq_len(nrow(of)), function(place) most_likely(of[place, ]))
    if (any(sapply(each, is.null))) {
      cat(question, ": the reports do not settle its distribution; its mean is in means.csv\n", sep = "")
      next
    }
    whole <- Reduce(`+`, Map(function(shares, people) shares * people / sum(of$people), each, of$people))
    below <- c(0.25, 0.5, 0.75)
    found <- sapply(below, function(share) quantile_of(whole, of[1, ], share))
    quantiles <- rbind(quantiles, data.frame(question = question, share_below = written(below), quantile = written(found)))
    at <- of$low[1] + (of$high[1] - of$low[1]) / of$steps[1] * (seq_along(whole) - 1)
    points <- rbind(points, data.frame(question = question, at = written(at), share = written(whole)))
  }
  write.csv(quantiles, file.path(folder, "quantiles.csv"), row.names = FALSE, quote = FALSE)
  write.csv(points, file.path(folder, "points.csv"), row.names = FALSE, quote = FALSE)
}

counts <- lapply(seq_len(nrow(mechanisms)), function(place) supports(mechanisms[place, ]))
codebook <- table_of("codebook.csv")

first <- data.frame(field = codebook$field, code = codebook$code, question = codebook$first, answer = codebook$first_answer)
second <- data.frame(field = codebook$field, code = codebook$code, question = codebook$second, answer = codebook$second_answer)
meant <- rbind(first, second[!is.na(second$question) & second$question != "", ])  # a column of blanks is read as NA
meant <- meant[meant$field %in% mechanisms$field, ]  # at every level of the others too few reports were left
keys <- unique(meant[, c("question", "answer")])

if (nrow(keys) > 0) {
  found <- t(sapply(seq_len(nrow(keys)), function(place) {
    key <- keys[place, ]
    own <- meant[meant$question == key$question & meant$answer == key$answer, ]
    files <- which(mechanisms$field %in% own$field)
    each <- sapply(files, function(file) {
      estimate(own$code[own$field == mechanisms$field[file]], counts[[file]], mechanisms[file, ])
    })
    weights <- weights_of(mechanisms[files, ], each[3, ])
    c(sum(weights * each[1, ]), sqrt(sum(weights^2 * each[2, ])))
  }))

  estimates <- data.frame(
    question = keys$question, answer = keys$answer,
    share = formatC(found[, 1], digits = 17, format = "g"), standard_error = formatC(found[, 2], digits = 17, format = "g")
  )
  write.csv(estimates, file.path(folder, "estimates.csv"), row.names = FALSE, quote = FALSE)
}
